import assert from 'node:assert/strict';
import { planViolations } from '../../src/domain/planRules';
import { given, manySteps, planAt, step, update, type StepInput } from './planFixtures';

const BEFORE = planAt(2, manySteps(2), 'As it was');

function accepts(steps: readonly StepInput[], explanation?: string): void {
  given(BEFORE)
    .when(update(2, steps, explanation))
    .then({ revision: 3, steps: [...steps] });
}

function refuses(code: string, steps: readonly StepInput[], explanation?: string): string {
  return given(BEFORE)
    .when(update(2, steps, explanation))
    .thenRefused(code);
}

describe('rules of a list', () => {
  it('[DP.21] two or more steps in progress are refused, and the places are named', () => {
    const running = (id: string) => step(id, { status: 'in_progress' });
    accepts([running('a'), step('b')]);
    assert.match(
      refuses('multiple_in_progress', [running('a'), step('b'), running('c')]),
      /Steps 1, 3 are/,
    );
    const many = manySteps(10).map((each) => ({ ...each, status: 'in_progress' as const }));
    assert.match(
      refuses('multiple_in_progress', many.slice(2)),
      /Steps 1, 2, 3, 4, 5, 6, 7, 8 are/,
    );
    assert.match(refuses('multiple_in_progress', many), /Steps 1, 2, 3, 4, 5, 6, 7, 8 and 2 more/);
    refuses(
      'multiple_in_progress',
      manySteps(32).map(({ id }) => running(id)),
    );
  });

  it('[DP.23] 32 steps are accepted and 33 refused', () => {
    accepts(manySteps(32));
    assert.match(refuses('too_many_steps', manySteps(33)), /33 steps; at most 32/);
  });

  it('[DP.24] an id that is used twice is refused, case counts', () => {
    accepts([step('a'), step('A')]);
    assert.match(
      refuses('duplicate_id', [step('a'), step('b'), step('a')]),
      /Step 3: its id "a".*step 1/,
    );
  });

  it('[DP.24] each repetition names the place of the first', () => {
    const text = refuses('duplicate_id', [step('a'), step('a'), step('a')]);
    assert.match(text, /Step 2: .* of step 1;[^]*Step 3: .* of step 1;/);
  });

  it('[DP.25] an empty id is refused', () => {
    refuses('bad_id', [step('')]);
  });

  it('[DP.26] an id of 64 bytes is accepted and of 65 refused', () => {
    accepts([step('i'.repeat(64))]);
    assert.match(refuses('bad_id', [step('i'.repeat(65))]), /65 bytes/);
  });

  it('[DP.27] every printable ASCII character may stand in an id, nothing else may', () => {
    const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index));
    for (const character of printable) accepts([step(character)]);
    const others = [
      ' ',
      '\t',
      '\n',
      '\r',
      '\0',
      '\u001b',
      '\u007f',
      '\u0085',
      '\u00a0',
      'é',
      '漢',
      '👍',
      '\ud800',
      '\u200b',
    ];
    for (const character of others) {
      for (const id of [character, `a${character}`, `${character}a`, `a${character}b`]) {
        refuses('bad_id', [step(id)]);
      }
    }
  });

  it('[DP.28] an empty description is refused, and one of white space only', () => {
    for (const description of ['', ' ', '   ', '\u00a0', '\u3000', '\u2028', ' \u2003 ']) {
      refuses('blank_description', [step('a', { description })]);
    }
    accepts([step('a', { description: '\u200b' })]);
    accepts([step('a', { description: '\ufeff' })]);
  });

  it('[DP.29] a description has at most 240 UTF-8 bytes, whatever its characters are', () => {
    for (const [character, fitting] of [
      ['x', 240],
      ['é', 120],
      ['漢', 80],
      ['👍', 60],
    ] as const) {
      accepts([step('a', { description: character.repeat(fitting) })]);
      refuses('description_too_long', [
        step('a', { description: `${character.repeat(fitting)}x` }),
      ]);
    }
  });

  it('[DP.30] an explanation has at most 500 UTF-8 bytes, whatever its characters are', () => {
    for (const [character, fitting] of [
      ['x', 500],
      ['é', 250],
      ['👍', 125],
    ] as const) {
      accepts([step('a')], character.repeat(fitting));
      refuses('explanation_too_long', [step('a')], `${character.repeat(fitting)}x`);
    }
  });

  const controls = ['\0', '\t', '\n', '\r', '\u001b', '\u007f', '\u0085', '\u009b', '\u009f'];
  const halves = ['\ud800', '\udfff', '\ud83d', '\udc4d\ud83d'];

  it('[DP.31][FC.51] a description with a control character or half a pair is refused', () => {
    for (const character of [...controls, ...halves]) {
      refuses('control_character', [step('a', { description: `Do${character} it` })]);
    }
  });

  it('[DP.32][FC.51] an explanation with a control character or half a pair is refused', () => {
    for (const character of [...controls, ...halves]) {
      refuses('control_character', [step('a')], `Because${character} of it`);
    }
  });

  it('[FC.51] emoji families, CJK, combining marks and direction marks are kept exactly', () => {
    for (const description of [
      '👩‍👩‍👧‍👦 family and 🏳️‍🌈 flag',
      '漢字かな混じり文',
      'e\u0301 n\u0303 Z\u0351\u036b',
      'right \u202eto left\u202c and \u200bzero width',
      '<img src=x onerror=alert(1)>',
    ]) {
      accepts([step('a', { description })], description);
    }
  });

  it('[FC.51] a text of 100 KB is refused with a small answer that does not repeat it', () => {
    const huge = '漢'.repeat(34_000);
    const description = refuses('description_too_long', [step('a', { description: huge })]);
    const explanation = refuses('explanation_too_long', [step('a')], huge);
    const id = refuses('bad_id', [step(huge)]);
    for (const text of [description, explanation, id]) {
      assert.ok(text.length < 400, `${text.length} characters`);
      assert.ok(text.includes('102000'));
      assert.ok(!text.includes('漢'));
    }
  });

  it('[DP.41][DP.42] an invalid list is an error that says that nothing was updated', () => {
    const text = refuses('blank_description', [step('a', { description: ' ' })]);
    assert.match(text, /not updated and stays at revision 2/);
  });
});

describe('the answer to an invalid list', () => {
  const everythingWrong = {
    explanation: `${'x'.repeat(501)}\n`,
    steps: [
      step('b a d', { description: '', status: 'in_progress' }),
      step('b a d', { description: `\t${'x'.repeat(240)}`, status: 'in_progress' }),
      ...manySteps(31),
    ],
  };

  it('[DP.41] lists every violation in the order of the checks, with the place of the step', () => {
    const found = planViolations(everythingWrong);
    assert.deepEqual(
      found.map(({ code }) => code),
      [
        'explanation_too_long',
        'control_character',
        'too_many_steps',
        'bad_id',
        'blank_description',
        'bad_id',
        'duplicate_id',
        'description_too_long',
        'control_character',
        'multiple_in_progress',
      ],
    );
    const text = refuses(
      'explanation_too_long',
      everythingWrong.steps,
      everythingWrong.explanation,
    );
    let at = 0;
    for (const { message } of found) {
      const next = text.indexOf(`- ${message}`, at);
      assert.ok(next >= at, message);
      at = next + message.length;
    }
    assert.match(text, /- Step 2: the description has 241/);
  });

  it('[DP.41] shows the first twenty and counts the others', () => {
    const text = refuses(
      'bad_id',
      manySteps(25).map((_, index) => step(`bad id ${index}`)),
    );
    assert.equal(text.match(/^- Step/gm)?.length, 20);
    assert.match(text, /\n- and 5 more$/);
  });
});
