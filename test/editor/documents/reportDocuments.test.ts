import assert from 'node:assert/strict';
import type { ReportDocuments } from '../../../src/editor/documents/reportDocuments';
import { fakeVscode } from '../../support/fakeVscode';
import { loadWithVscode } from '../../support/loadWithVscode';

interface Address {
  toString(): string;
}

interface Served {
  onDidChange(listener: (uri: Address) => void): unknown;
  provideTextDocumentContent(uri: Address): string;
}

describe('a text of ours in an editor', () => {
  const opened: Address[] = [];
  let served: Served;
  let close: (document: { uri: Address }) => void;
  let reports: ReportDocuments;

  before(async () => {
    const { vscode } = fakeVscode();
    const none = { dispose: () => undefined };
    const module = await loadWithVscode<{ ReportDocuments: typeof ReportDocuments }>(
      'src/editor/documents/reportDocuments.ts',
      {
        ...vscode,
        Uri: {
          from: ({ scheme, path, query }: Record<string, string>) =>
            `${scheme ?? ''}:${path ?? ''}?${query ?? ''}`,
        },
        window: { showTextDocument: () => Promise.resolve() },
        workspace: {
          registerTextDocumentContentProvider: (_scheme: string, provider: Served) => {
            served = provider;
            return none;
          },
          onDidCloseTextDocument: (listener: typeof close) => {
            close = listener;
            return none;
          },
          openTextDocument: (uri: Address) => (opened.push(uri), Promise.resolve({ uri })),
        },
      },
    );
    reports = new module.ReportDocuments();
  });

  const text = (uri?: Address) => served.provideTextDocumentContent(uri ?? assert.fail());

  it('is one document for each name and subject, and a later text takes its place', async () => {
    const changed: string[] = [];
    served.onDidChange((uri) => changed.push(text(uri)));
    await reports.show('a.txt', 'one');
    await reports.show('a.txt', 'of x', 'x');
    await reports.show('a.txt', 'two');
    assert.deepEqual(opened.map(String), [
      'session-plans-report:/a.txt?',
      'session-plans-report:/a.txt?x',
      'session-plans-report:/a.txt?',
    ]);
    assert.deepEqual(changed, ['one', 'of x', 'two']);
    assert.deepEqual([text(opened[0]), text(opened[1])], ['two', 'of x']);
  });

  it('is not kept when it is closed, and its tab in a window that opens again says so', () => {
    close({ uri: opened[0] ?? assert.fail() });
    assert.match(text(opened[0]), /no longer there; run its command again/);
    assert.equal(text(opened[1]), 'of x');
  });
});
