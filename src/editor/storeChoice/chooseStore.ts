import * as vscode from 'vscode';
import type { HostStoreSettings } from '../../host/hostStore';
import { shownAddress } from '../../host/servers/serverAddress';
import type { MachineCommand } from '../commands/maintenanceCommands';
import { noticeText } from '../plainText';
import { pickItem } from '../commands/sessionPick';
import { STORE_KINDS, type StoreKind } from '../settings/settings';
import { askServer } from './askServer';
import { carryOver } from './carryOver';
import { STORE_NAMES } from './storeNames';

/** Asks where plans are to be kept from now on, tries it, and takes the plans along if that is wanted. */
export async function chooseStore(command: MachineCommand): Promise<void> {
  const { choice, check } = command.stores;
  const { t } = vscode.l10n;
  const title = t('Choose where plans are stored');
  const kind = await pickKind(choice.kind(), title);
  if (!kind) return;
  const known = kind === 'sqlite' ? undefined : await choice.url(kind);
  const settings =
    kind === 'sqlite' ? choice.local() : await askServer({ kind, known, title, check });
  if (!settings) return;
  if (kind === choice.kind() && (!('url' in settings) || settings.url === known)) {
    void vscode.window.showInformationMessage(t('Plans are kept there already.'));
    return;
  }
  const carried = await carryOver(command, settings);
  if (carried === undefined) return;
  await choice.choose(settings);
  const where = t('Plans are kept here from now on: {0}.', placeOf(settings));
  void vscode.window.showInformationMessage(noticeText([where, ...carried].join(' ')));
}

async function pickKind(current: StoreKind, title: string): Promise<StoreKind | undefined> {
  const { t } = vscode.l10n;
  const details: Readonly<Record<StoreKind, string>> = {
    sqlite: t('Files on this machine; nothing else is needed.'),
    postgres: t('A server for several machines or a team.'),
    redis: t('A server for several machines or a team, set to write every change to its disk.'),
  };
  const items = STORE_KINDS.map((kind) => ({
    ...{ label: STORE_NAMES[kind], detail: details[kind], on: kind },
    ...(kind === current && { description: t('in use') }),
  }));
  const active = items.find(({ on }) => on === current);
  const placeholder = t('Where are plans to be kept?');
  return (await pickItem(items, { title, placeholder }, active))?.on;
}

function placeOf(settings: HostStoreSettings): string {
  return 'url' in settings ? shownAddress(settings.url) : vscode.l10n.t('files on this machine');
}
