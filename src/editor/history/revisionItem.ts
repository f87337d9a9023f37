import * as vscode from 'vscode';
import type { ChangeSummary, RevisionHeader } from '../../protocol/planView';
import { localTime } from '../commands/sessionPick';
import { viewStrings } from '../panel/viewStrings';

/** A revision in a list to choose from: what it did, and when. */
export function revisionItem({ revision, changes, at, completed, total }: RevisionHeader) {
  const { t } = vscode.l10n;
  return {
    revision,
    label: t('Revision {0}', revision),
    description: changesText(changes),
    detail: `${localTime(at)} · ${t('{0} of {1} steps', completed, total)}`,
  };
}

function changesText(changes: ChangeSummary | null): string {
  const strings = viewStrings();
  if (changes === null) return strings.changeUnknown;
  if (changes.length === 0) return strings.changeNone;
  return changes
    .map(({ kind, count }) => strings[`change_${kind}`].replace('{0}', String(count)))
    .join(', ');
}
