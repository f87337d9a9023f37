import type { ChangeKind, ChangeSummary } from '../../src/protocol/planView';
import type { Texts } from '../texts';

/** How a change is coloured, in the terms of the theme's source control. */
export type ChangeTone = 'added' | 'modified' | 'deleted' | 'plain';

export interface ChangePart {
  readonly text: string;
  readonly tone: ChangeTone;
}

const TONES: Record<ChangeKind, ChangeTone> = {
  cleared: 'deleted',
  done: 'added',
  started: 'plain',
  added: 'added',
  removed: 'deleted',
  renamed: 'modified',
  cancelled: 'deleted',
  blocked: 'modified',
  unblocked: 'plain',
  reopened: 'modified',
  paused: 'plain',
  moved: 'plain',
  linked: 'modified',
  edited: 'modified',
  explained: 'plain',
};

/** What a revision did, in words; `null` changes are those of a revision whose forerunner is not kept. */
export function changeText(texts: Texts, changes: ChangeSummary | null): ChangePart[] {
  if (changes === null) return [{ text: texts.text('changeUnknown'), tone: 'plain' }];
  if (changes.length === 0) return [{ text: texts.text('changeNone'), tone: 'plain' }];
  return changes.map(({ kind, count }) => ({
    text: texts.text(kind === 'linked' && count === 1 ? 'change_link' : `change_${kind}`, count),
    tone: TONES[kind],
  }));
}

/** Whose steps these are again. */
export function backText(texts: Texts, revision: number): ChangePart {
  return { text: texts.text('backAt', revision), tone: 'modified' };
}

/** The same as one text. */
export function changeWords(texts: Texts, changes: ChangeSummary | null): string {
  return changeText(texts, changes)
    .map((part) => part.text)
    .join(', ');
}
