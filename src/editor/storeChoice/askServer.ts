import * as vscode from 'vscode';
import { PlanError } from '../../domain/planError';
import type { Sentence } from '../../domain/sentence';
import type { ServerStoreKind, ServerStoreSettings } from '../../host/hostStore';
import { isLoopback } from '../../host/servers/loopback';
import {
  parseServerAddress,
  shownAddress,
  type Tls,
  withTls,
} from '../../host/servers/serverAddress';
import { inWords } from '../inWords';
import { noticeText } from '../plainText';
import { pickItem } from '../commands/sessionPick';

export interface AskedServer {
  readonly kind: ServerStoreKind;
  /** What was answered last time. */
  readonly known: string | undefined;
  readonly title: string;
  /** Resolves to what plans would be in danger of there. Rejects with what is in the way. */
  readonly check: (settings: ServerStoreSettings) => Promise<Sentence | undefined>;
}

const EXAMPLES: Readonly<Record<ServerStoreKind, string>> = {
  postgres: 'postgres://user:password@host:5432/database',
  redis: 'rediss://user:password@host:6379',
};

/** Where the server is, tried out; undefined when the person left. */
export async function askServer(asked: AskedServer): Promise<ServerStoreSettings | undefined> {
  const { kind, title, check } = asked;
  let value = asked.known ?? '';
  for (;;) {
    const typed = await askConnection(kind, value, title);
    if (typed === undefined) return undefined;
    const url = await askTls(typed, title);
    if (url === undefined) return undefined;
    const outcome = await tried({ kind, url }, check);
    if (outcome === 'connected') return { kind, url };
    if (outcome === 'left') return undefined;
    value = url;
  }
}

async function askConnection(
  kind: ServerStoreKind,
  value: string,
  title: string,
): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    ...{ title, value, password: true, ignoreFocusOut: true },
    prompt: vscode.l10n.t(
      'Connection string, such as {0}. It is kept in the secret storage of the editor and in no setting.',
      EXAMPLES[kind],
    ),
    validateInput: (text) => problemOf(text, kind),
  });
  return typed?.trim();
}

function problemOf(text: string, kind: ServerStoreKind): string | undefined {
  try {
    if (parseServerAddress(text).kind === kind) return undefined;
    return vscode.l10n.t(
      'This is an address of another kind; here it looks like {0}.',
      EXAMPLES[kind],
    );
  } catch (error) {
    if (!PlanError.is(error)) throw error;
    return inWords(error.sentence);
  }
}

/** Who may read along; not asked where nothing leaves this machine. */
async function askTls(url: string, title: string): Promise<string | undefined> {
  const { t } = vscode.l10n;
  const { host, tls, caFile } = parseServerAddress(url);
  if (tls === 'off' && isLoopback(host)) return url;
  const items: (vscode.QuickPickItem & { tls: Tls; ca?: true })[] = [
    {
      ...{ tls: 'checked', label: t('Encrypted, and the certificate is checked') },
      detail: t('By the authorities that this machine trusts.'),
    },
    {
      ...{ tls: 'checked', ca: true, label: t('Encrypted, with a certificate file of your own…') },
      detail: caFile ?? t('The authorities in it are trusted for this server.'),
    },
    {
      ...{ tls: 'unchecked', label: t('Encrypted, and the certificate is not checked') },
      detail: t('Whoever is in between can pretend to be the server.'),
    },
    {
      ...{ tls: 'off', label: t('Not encrypted') },
      detail: t('Everybody on the way can read the password and the plans.'),
    },
  ];
  const active = items.find(
    (item) => item.tls === tls && item.ca === (caFile === undefined ? undefined : true),
  );
  const placeholder = t('How does the connection get to {0}?', host);
  const chosen = await pickItem(items, { title, placeholder }, active);
  if (!chosen) return undefined;
  if (!chosen.ca) return withTls(url, chosen.tls);
  const [file] = (await vscode.window.showOpenDialog({ title, canSelectMany: false })) ?? [];
  return file && withTls(url, 'checked', file.fsPath);
}

async function tried(
  settings: ServerStoreSettings,
  check: AskedServer['check'],
): Promise<'connected' | 'edit' | 'left'> {
  const { t } = vscode.l10n;
  const shown = shownAddress(settings.url);
  const [again, edit] = [t('Try Again'), t('Edit…')];
  for (;;) {
    const { failure, danger } = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: t('Connecting to {0}', shown) },
      () => outcomeOf(check(settings)),
    );
    const options = { modal: true, detail: shown };
    if (failure === undefined)
      return danger === undefined ? 'connected' : accepted(inWords(danger), options);
    const answer = await vscode.window.showErrorMessage(noticeText(failure), options, again, edit);
    if (answer === edit) return 'edit';
    if (answer !== again) return 'left';
  }
}

/** Only the person knows whether that is meant. */
async function accepted(
  danger: string,
  options: vscode.MessageOptions,
): Promise<'connected' | 'edit' | 'left'> {
  const [use, edit] = [vscode.l10n.t('Use It Anyway'), vscode.l10n.t('Edit…')];
  const answer = await vscode.window.showWarningMessage(noticeText(danger), options, use, edit);
  if (answer === use) return 'connected';
  return answer === edit ? 'edit' : 'left';
}

async function outcomeOf(
  checked: Promise<Sentence | undefined>,
): Promise<{ readonly failure?: string; readonly danger?: Sentence | undefined }> {
  try {
    return { danger: await checked };
  } catch (error) {
    if (!PlanError.is(error)) throw error;
    return { failure: inWords(error.sentence) };
  }
}
