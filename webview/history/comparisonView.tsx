import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { changeSummary, type PlanStep, visibleText } from '../../src/protocol/planView';
import type { PanelModel } from '../panelModel';
import { BackToLatest } from './backToLatest';
import { ChangedText } from './changedText';
import { changeText } from './changeText';
import { comparePlans } from './comparisonRows';
import { ComparisonTree } from './comparisonTree';
import type { Comparison } from './historyModel';
import { WordChanges } from './wordChanges';
import type { TextPart } from './wordEdits';

interface ViewProps {
  readonly model: PanelModel;
  readonly comparison: Comparison;
}

/** Two revisions beside each other: which, what changed in short, and the tree of both. */
export function ComparisonView({ model, comparison }: ViewProps): JSX.Element {
  const { from, to } = comparison;
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const { diff, rows } = useMemo(
    () => comparePlans(from.plan, to.plan, collapsed),
    [comparison, collapsed],
  );
  const changed = useMemo(() => changedWords(comparison), [comparison]);
  const names = useMemo(
    () => new Map(to.plan.steps.map(({ id, description }) => [id, description])),
    [comparison],
  );
  const [older, newer] = [from.plan.revision, to.plan.revision];
  return (
    <>
      <header class="header comparison">
        <div class="comparison-line">
          <h1>
            <span class="words">{model.text('comparisonWords', older, newer)}</span>
            <span aria-hidden="true">{model.text('comparison', older, newer)}</span>
          </h1>
          <BackToLatest model={model} />
        </div>
        <p class="comparison-summary">
          {changeText(model, changeSummary(diff)).map(({ text, tone }, place) => (
            <span key={place}>
              {place > 0 && ' · '}
              <span class={`tone-${tone}`}>{text}</span>
            </span>
          ))}
        </p>
      </header>
      <div class="body">
        {diff.explanationChanged && (
          <div class="explanation diff-changed">
            <p aria-hidden="true">
              <ChangedText parts={changed.explanation} />
            </p>
            <p class="words">
              {`${model.text('diff_explanation')}: ${visibleText(to.plan.explanation)}, ${model.text(
                'diff_renamed',
                visibleText(from.plan.explanation),
              )}`}
            </p>
          </div>
        )}
        {rows.length > 0 && (
          <ComparisonTree
            key={`${String(older)} ${String(newer)}`}
            {...{ model, rows, words: changed.steps }}
            nameOf={(id) => names.get(id)}
            onFold={(fold, unfold) => {
              const others = [...collapsed].filter((id) => !unfold.includes(id));
              setCollapsed(new Set([...others, ...fold]));
            }}
          />
        )}
      </div>
    </>
  );
}

interface ChangedWords {
  readonly explanation: readonly TextPart[];
  readonly steps: ReadonlyMap<PlanStep, readonly TextPart[]>;
}

/** The same words whatever is folded, found once. */
function changedWords({ from, to }: Comparison): ChangedWords {
  const words = new WordChanges();
  const { rows, diff } = comparePlans(from.plan, to.plan);
  const explanation = diff.explanationChanged
    ? words.between(from.plan.explanation, to.plan.explanation)
    : [];
  const steps = new Map<PlanStep, readonly TextPart[]>();
  for (const { step, change } of rows) {
    if (change?.renamed) {
      steps.set(step, words.between(change.before.description, change.after.description));
    }
  }
  return { explanation, steps };
}
