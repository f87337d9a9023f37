import fc from 'fast-check';
import { PLAN_LIMITS, toPlanStep, type PlanStep, type StepStatus } from '../../src/domain/plan';
import type { UpdatePlanInput } from '../../src/domain/planCommand';
import { utf8Bytes } from '../../src/domain/textLimits';
import type { StepInput } from './planFixtures';

/** Any string a JSON text can carry, lone surrogates and control characters included. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.string({ maxLength: 600 }),
  fc.constantFrom('', ' ', '\ud800', '\u0000', 'é'.repeat(120), 'é'.repeat(121), '👩‍👩‍👧‍👦'.repeat(10)),
);

const status = fc.constantFrom<StepInput['status']>('pending', 'in_progress', 'completed');

/** Anything that fits the schema, whether it keeps the rules or not. */
export const anyUpdateInput: fc.Arbitrary<UpdatePlanInput> = fc.record(
  {
    expected_revision: fc.nat({ max: 6 }),
    explanation: anyText,
    steps: fc.array(
      fc.record({
        id: fc.oneof(fc.string({ maxLength: 70 }), fc.constantFrom('a', 'b', 'c')),
        description: anyText,
        status,
      }),
      { maxLength: 40 },
    ),
  },
  { requiredKeys: ['expected_revision', 'steps'] },
);

const printable = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: PLAN_LIMITS.idBytes,
});

function boundedText(maxBytes: number): fc.Arbitrary<string> {
  const units = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: maxBytes, size: 'max' }),
    fc.string({
      unit: fc.constantFrom('x', '👩‍👩‍👧‍👦', 'e\u0301', '漢', '\u202e'),
      maxLength: maxBytes,
      size: 'max',
    }),
  );
  return units.map((text) => {
    let kept = '';
    for (const character of text.replace(/[\p{Cc}\p{Cs}]/gu, '')) {
      if (utf8Bytes(kept + character) > maxBytes) break;
      kept += character;
    }
    return kept;
  });
}

/** Steps that keep every rule, often as big as the rules allow. */
export const validSteps: fc.Arbitrary<StepInput[]> = fc
  .uniqueArray(
    fc.record({
      id: printable,
      description: boundedText(PLAN_LIMITS.descriptionBytes - 1).map((text) => `x${text}`),
      status: fc.constantFrom<StepInput['status']>('pending', 'completed'),
    }),
    { maxLength: PLAN_LIMITS.steps, selector: ({ id }) => id, size: 'max' },
  )
  .chain((steps) =>
    fc
      .option(fc.nat({ max: Math.max(steps.length - 1, 0) }))
      .map((running) =>
        steps.map((entry, index) =>
          index === running ? { ...entry, status: 'in_progress' as const } : entry,
        ),
      ),
  );

export const validExplanation = boundedText(PLAN_LIMITS.explanationBytes);

const GRAPH_IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
export const anyStatus = fc.constantFrom<StepStatus>(
  'pending',
  'in_progress',
  'completed',
  'cancelled',
  'blocked',
);

/** Lists as no tool of ours would leave them: links to nothing, to oneself, in circles, blocks that are wrong. */
export const anyGraph: fc.Arbitrary<PlanStep[]> = fc.uniqueArray(
  fc
    .record({
      id: fc.constantFrom(...GRAPH_IDS),
      status: anyStatus,
      parent_id: fc.option(fc.constantFrom(...GRAPH_IDS), { nil: undefined }),
      depends_on: fc.uniqueArray(fc.constantFrom(...GRAPH_IDS), { maxLength: 3 }),
    })
    .map((fields) => toPlanStep({ ...fields, description: `Do ${fields.id}` })),
  { selector: ({ id }) => id, maxLength: GRAPH_IDS.length },
);
