import { visibleText } from '../../src/protocol/planView';
import type { Texts } from '../texts';
import type { ComparisonRow } from './comparisonRows';

/** A remark of ours about a step, with texts of the plan in the place of `{0}`. */
export interface ChangeRemark {
  readonly text: string;
  /** As it is said, where that is not the text. */
  readonly words?: string;
  /** Descriptions of steps, or an active form. */
  readonly about: readonly string[];
}

/**
 * What became of a step, one remark for each thing but its new description. `nameOf` gives the
 * description of a step of the plan after.
 */
export function stepChanges(
  texts: Texts,
  { mark, change }: ComparisonRow,
  nameOf: (id: string) => string | undefined,
): ChangeRemark[] {
  if (mark === 'added' || mark === 'removed') return [remark(texts.text(`diff_${mark}`))];
  if (!change) return [];
  const { before, after } = change;
  const found: ChangeRemark[] = [];
  if (change.status) {
    const status = [texts.text(`status_${before.status}`), texts.text(`status_${after.status}`)];
    found.push({
      text: texts.text('diff_status', ...status),
      words: texts.text('diff_statusWords', ...status),
      about: [],
    });
  }
  if (change.moved) found.push(remark(texts.text('diff_moved')));
  if (change.reparented) {
    const parent = after.parent_id === undefined ? undefined : nameOf(after.parent_id);
    found.push(
      parent === undefined
        ? remark(texts.text('diff_outermost'))
        : remark(texts.text('diff_under', '{0}'), parent),
    );
  }
  if (change.links > 0) {
    const waitsFor = (after.depends_on ?? []).flatMap((id) => nameOf(id) ?? []);
    found.push(
      waitsFor.length === 0
        ? remark(texts.text('diff_waitsForNone'))
        : remark(texts.text('diff_waitsFor', '{0}'), ...waitsFor),
    );
  }
  if (change.relabelled) {
    found.push(
      after.active_form === undefined
        ? remark(texts.text('diff_noLabel'))
        : remark(texts.text('diff_label', '{0}'), after.active_form),
    );
  }
  return found;
}

/** The remark as a screen reader says it. */
export function spokenRemark({ text, words, about }: ChangeRemark): string {
  return (words ?? text).replace('{0}', () => about.map(visibleText).join(', '));
}

function remark(text: string, ...about: readonly string[]): ChangeRemark {
  return { text, about };
}
