import assert from 'node:assert/strict';
import { resultText } from '../../../src/domain/toolResult';
import { step, update } from '../../domain/planFixtures';
import { openMode, openPlanning, type ModeBench } from '../../service/planModeFixtures';
import { SESSION } from '../../service/serviceFixtures';
import { openDesk } from './reviewDesk';

const APPROVE = 'Approve and start';
const LEAVE = 'Leave plan mode without approving';
const KEEP = 'Keep planning';

async function reviews(bench: ModeBench) {
  return (await bench.events()).flatMap((event) =>
    event.type === 'plan_reviewed' ? [event.data] : [],
  );
}

async function assertNothingApproved(bench: ModeBench, result: { isError: boolean }) {
  assert.equal(result.isError, true);
  assert.deepEqual(await reviews(bench), []);
  assert.deepEqual(await bench.shown(), { active: true });
  assert.equal(bench.service.openReviews.size, 0);
}

describe('Asking a person about the plan', () => {
  it('[FC.40] the card has three answers, and approving and leaving are entries of their own', async () => {
    for (const [answer, outcome, shown] of [
      [{ action: APPROVE, rejected: false }, 'approved', { active: true, pending: false }],
      [{ action: LEAVE, rejected: false }, 'left', { active: true, pending: false }],
      [{ action: KEEP, rejected: false }, 'kept_planning', { active: true }],
      [{ rejected: true }, 'kept_planning', { active: true }],
    ] as const) {
      const bench = await openPlanning();
      const { desk, exit } = await openDesk(bench);
      desk.card = () => answer;
      assert.equal((await exit('exit-1')).isError, false);
      assert.deepEqual(await reviews(bench), [{ revision: 1, outcome }]);
      assert.deepEqual(await bench.shown(), shown);
      const [card] = desk.cards;
      assert.deepEqual(
        card?.actions.map(({ label }) => label),
        [APPROVE, LEAVE, KEEP],
      );
      assert.deepEqual([desk.cards.length, desk.picks.length], [1, 0]);
    }
  });

  it('[FC.41] the card and our own question hold the steps, as text', async () => {
    const bench = await openPlanning();
    const steps = [step('a', { description: '[x](command:evil) $(gear)' }), step('b')];
    await bench.asHosted('call-1', update(1, steps), { turn_id: bench.turn() });
    const { desk, exit } = await openDesk(bench);
    desk.delay = 0;
    await exit('exit-1', { expected_revision: 2 });
    assert.match(desk.cards[0]?.content ?? '', /- \[ \] `\[x\]\(command:evil\)` \\\$\(gear\)\n/);
    assert.equal(desk.cards[0]?.title, 'Start on this plan? (revision 2)');
    assert.deepEqual(desk.picks[0]?.labels.slice(-2), [
      '1. [x](command:evil) \\$(gear)',
      `2. ${step('b').description}`,
    ]);
    assert.equal(desk.picks[0].title, 'Start on this plan? (revision 2)');
  });

  it('what is written on the card goes to the agent', async () => {
    const bench = await openPlanning();
    const { desk, exit } = await openDesk(bench);
    desk.card = () => ({ rejected: true, feedback: 'Smaller steps.' });
    assert.match(resultText(await exit('exit-1')), /Smaller steps\./);
  });

  it('without the card, or outside of a chat, our own question is asked', async () => {
    for (const [label, outcome] of [
      [APPROVE, 'approved'],
      [LEAVE, 'left'],
      [KEEP, 'kept_planning'],
    ] as const) {
      const bench = await openPlanning();
      const { desk, exit } = await openDesk(bench);
      desk.hasCard = outcome === 'left';
      desk.choose = () => label;
      desk.feedback = 'Why?';
      const result = await exit('exit-1', undefined, false);
      assert.equal(result.isError, false);
      const isKept = outcome === 'kept_planning';
      assert.deepEqual(await reviews(bench), [
        { revision: 1, outcome, ...(isKept && { feedback: 'Why?' }) },
      ]);
      assert.deepEqual([desk.cards.length, desk.picks.length], [0, 1]);
    }
  });

  it('[FC.36] a closed question approves nothing, and it can be asked again', async () => {
    const bench = await openPlanning();
    const { desk, exit } = await openDesk(bench);
    desk.hasCard = false;
    await assertNothingApproved(bench, await exit('exit-1'));
    desk.choose = () => APPROVE;
    assert.equal((await exit('exit-2')).isError, false);
  });

  it('[FC.36] a stopped request approves nothing, whatever is answered then', async () => {
    for (const hasCard of [true, false]) {
      const bench = await openPlanning();
      const { desk, exit } = await openDesk(bench);
      desk.hasCard = hasCard;
      desk.card = () => {
        desk.request.cancel();
        return { action: APPROVE, rejected: false };
      };
      desk.choose = () => {
        desk.request.cancel();
        return APPROVE;
      };
      await assertNothingApproved(bench, await exit('exit-1'));
      assert.equal(desk.picks.length, hasCard ? 0 : 1);
    }
  });

  it('[FC.36] a card that the editor takes back, and an answer of no known form, approve nothing', async () => {
    const answers = [
      () => Promise.reject(Object.assign(new Error('Canceled'), { name: 'Canceled' })),
      () => ({ action: 'Approved by a robot', rejected: false }),
      () => ({ rejected: false }),
    ];
    for (const card of answers) {
      const bench = await openPlanning();
      const { desk, exit } = await openDesk(bench);
      desk.card = card;
      desk.choose = () => APPROVE;
      await assertNothingApproved(bench, await exit('exit-1'));
      assert.equal(desk.picks.length, 0);
    }
  });

  it('where the card fails the person is asked by our own question', async () => {
    const answers = [() => Promise.reject(new Error('gone')), () => 'no JSON', () => ({ ok: 1 })];
    for (const card of answers) {
      const bench = await openPlanning();
      const { desk, exit } = await openDesk(bench);
      desk.card = card;
      desk.choose = () => LEAVE;
      await exit('exit-1');
      assert.deepEqual(await reviews(bench), [{ revision: 1, outcome: 'left' }]);
      assert.match(bench.log.entries[0]?.message ?? '', /could not be used/);
    }
  });

  it('[FC.38] an answer that no person can have given so soon is none: our own question is asked', async () => {
    const bench = await openPlanning();
    const { desk, exit } = await openDesk(bench);
    desk.delay = 0;
    desk.card = () => ({ action: APPROVE, rejected: false });
    await assertNothingApproved(bench, await exit('exit-1'));
    assert.deepEqual([desk.cards.length, desk.picks.length], [1, 1]);
  });

  it('[FC.38] where settings let the editor answer by itself, it is not the editor that asks', async () => {
    for (const name of ['tools.global.autoApprove', 'autoReply']) {
      const bench = await openPlanning();
      const { desk, exit } = await openDesk(bench);
      desk.settings = { [name]: true };
      desk.card = () => ({ action: APPROVE, rejected: false });
      await assertNothingApproved(bench, await exit('exit-1'));
      assert.deepEqual([desk.cards.length, desk.picks.length], [0, 1]);
    }
  });

  it('to choose a step answers nothing', async () => {
    const bench = await openPlanning();
    const { desk, exit } = await openDesk(bench);
    desk.hasCard = false;
    desk.choose = (labels) => labels.at(-1);
    let isOver = false;
    const answer = exit('exit-1').finally(() => (isOver = true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(isOver, false);
    desk.request.cancel();
    await assertNothingApproved(bench, await answer);
  });

  it('the question goes away with its turn', async () => {
    const bench = await openPlanning();
    const { desk, exit } = await openDesk(bench);
    desk.hasCard = false;
    desk.choose = async () => {
      await bench.begin();
      return APPROVE;
    };
    await assert.rejects(exit('exit-1'), { code: 'turn_not_current' });
    assert.deepEqual(await reviews(bench), []);
    assert.deepEqual(await bench.shown(), { active: true });
  });

  it('[PMx.13] an answer to a plan that another window changed meanwhile is refused, and asking again works', async () => {
    const bench = await openPlanning();
    const { desk, exit } = await openDesk(bench);
    desk.card = async () => {
      await bench.another().asGuest('call-9', update(1, [step('a'), step('b')]));
      return { action: APPROVE, rejected: false };
    };
    const result = await exit('exit-1');
    assert.match(resultText(result), /changed from revision 1 to 2.*1 added/s);
    await assertNothingApproved(bench, result);
    desk.card = () => ({ action: APPROVE, rejected: false });
    await exit('exit-2', { expected_revision: 2 });
    assert.deepEqual(await reviews(bench), [{ revision: 2, outcome: 'approved' }]);
  });

  it('[FC.37] the third rejection in a row shows the way out beside it', async () => {
    const bench = await openPlanning();
    const { desk, exit } = await openDesk(bench);
    for (const call of ['exit-1', 'exit-2']) await exit(call);
    assert.deepEqual(desk.said, []);
    await exit('exit-3');
    const [text, button] = desk.said;
    assert.match(String(text), /3 times in a row/);
    assert.deepEqual(button, {
      command: 'sessionPlans.leavePlanMode',
      title: 'Leave Plan Mode',
      arguments: [{ session: SESSION }],
    });
  });

  it('[FC.37] outside plan mode nobody is asked, and the answer is harmless', async () => {
    const bench = await openMode();
    const { desk, exit } = await openDesk(bench);
    const result = await exit('exit-1', { expected_revision: 0 });
    assert.equal(result.isError, false);
    assert.match(resultText(result), /not active/);
    assert.deepEqual([desk.cards, desk.picks], [[], []]);
  });

  it('input of another shape is refused in words and asks nobody', async () => {
    const bench = await openPlanning();
    const { desk, exit } = await openDesk(bench);
    const result = await exit('exit-1', { revision: 1 });
    assert.match(resultText(result), /Expected: \{ expected_revision: integer >= 0 \}/);
    assert.deepEqual([desk.cards, desk.picks], [[], []]);
  });
});
