import * as vscode from 'vscode';
import { join } from 'node:path';
import { parseServerAddress, shownAddress } from '../../host/servers/serverAddress';
import type { MachineCommand } from '../commands/maintenanceCommands';
import { noticeText } from '../plainText';
import { pickItem } from '../commands/sessionPick';
import { OTHER_AGENTS, type OtherAgent } from './agentConfigurations';
import { type ServedStore, serverStart } from './serverStart';

const PASSWORD = 'PASSWORD';
/** As keys of sessions of such agents begin. */
const KEY = 'mcp:';

/** Copies what another agent needs so that it keeps its plans here, where the panel shows them. */
export async function connectAgent(command: MachineCommand): Promise<void> {
  const { t } = vscode.l10n;
  const served = await servedStore(command);
  if (!served) {
    const text = t('Plans are kept in memory here, so no other program can reach them.');
    void vscode.window.showInformationMessage(text);
    return;
  }
  const title = t('Use this plan store from another agent');
  const agent = await pickAgent(title);
  if (!agent) return;
  const session = await askSession(command, agent, title);
  if (session === undefined) return;
  const start = await serverStart({
    ...{ serverFile: join(command.extensionFolder, 'dist', 'server.cjs'), ...served },
    session: session === '' ? undefined : session,
  });
  await vscode.env.clipboard.writeText(agent.configuration(start));
  const text = t(
    'Copied for {0}: add it to {1}. After an update of Session Plans, copy it again.',
    ...[agent.name, agent.file],
  );
  const secret = t('The password of the store is not in it: put it where {0} is.', PASSWORD);
  const said = served.env ? `${text} ${secret}` : text;
  void vscode.window.showInformationMessage(noticeText(said));
}

/** Where the plans are; undefined where no other program can reach them. */
async function servedStore({
  maintenance,
  stores: { choice },
}: MachineCommand): Promise<Pick<ServedStore, 'address' | 'env'> | undefined> {
  const kind = choice.kind();
  if (kind === 'sqlite') {
    const { folder } = await maintenance();
    return folder === undefined ? undefined : { address: `sqlite:${folder}` };
  }
  const url = await choice.url(kind);
  if (url === undefined) return undefined;
  const isSecret = parseServerAddress(url).password !== undefined;
  // What is copied ends in a file, and the password is not for that.
  return {
    address: shownAddress(url),
    ...(isSecret && { env: { SESSION_PLANS_STORE_PASSWORD: PASSWORD } }),
  };
}

async function pickAgent(title: string): Promise<OtherAgent | undefined> {
  const items = OTHER_AGENTS.map((agent) => ({
    ...{ label: agent.name, description: agent.file, agent },
  }));
  const placeholder = vscode.l10n.t('Which agent?');
  return (await pickItem(items, { title, placeholder }))?.agent;
}

/** Empty: no plan was named; undefined: the person left. */
async function askSession(
  { current, target }: MachineCommand,
  { namesConversation }: OtherAgent,
  title: string,
): Promise<string | undefined> {
  const { t } = vscode.l10n;
  const shown = target.session ?? current.key() ?? '';
  const named = await vscode.window.showInputBox({
    title,
    prompt: namesConversation
      ? t('Name of the plan. Leave it empty for one plan in each conversation.')
      : t('Name of the plan. Leave it empty for a new plan whenever the agent starts.'),
    value: shown.startsWith(KEY) ? shown.slice(KEY.length) : '',
  });
  return named?.trim();
}
