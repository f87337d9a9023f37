import assert from 'node:assert/strict';
import { PostgresServer } from '../../support/servers/postgresServer';
import { waitFor } from '../../support/workbench/chatDriver';
import type { FieldChat } from '../fieldChat';
import type { FieldWorld } from '../fieldWorld';
import type { Action } from './action';

const AWAY = 'The store of the plans does not answer';
let postgres: PostgresServer | undefined;
/** Told to the window once. */
let isKnown = false;

async function choose(world: FieldWorld, label: string): Promise<void> {
  world.begin('chooseStore');
  await world.list.getByPlaceholder('Where are plans to be kept?').waitFor();
  await world.page.keyboard.type(label);
  await world.list.locator('.monaco-list-row.focused', { hasText: label }).waitFor();
  await world.page.keyboard.press('Enter');
}

async function copyAndSwitch(world: FieldWorld): Promise<string> {
  await world.dialog.getByText('to the new one?').waitFor({ timeout: 60_000 });
  await world.dialog.getByRole('button', { name: 'Copy and Switch', exact: true }).click();
  const done = world.page.locator('.notification-toast', { hasText: 'kept here from now on' });
  const partly = world.dialog.getByText('Not every plan could be copied');
  await done.or(partly).first().waitFor({ timeout: 120_000 });
  assert.equal(await partly.count(), 0, 'a plan that could not be copied');
  const said = await world.told('kept here from now on');
  assert.doesNotMatch(said, /secret/);
  return said;
}

type Kept = Pick<FieldChat, 'plan' | 'title' | 'pinned' | 'changed'> & { readonly version: number };
type Place = 'files' | 'server';
/** What was in a store when it was left: copies stay where they are. */
const left: Record<Place, Map<FieldChat, Kept>> = { files: new Map(), server: new Map() };

async function contentOf(world: FieldWorld): Promise<Map<FieldChat, Kept>> {
  const content = new Map<FieldChat, Kept>();
  for (const chat of world.stored) {
    const { plan, title, pinned, changed } = chat;
    const version = (await world.store.service.snapshot(chat.session))?.version ?? 0;
    content.set(chat, { plan, title, pinned, changed, version });
  }
  return content;
}

/** After everything was copied: the window looks again, and a chosen plan stays on the screen. */
async function move(world: FieldWorld, from: Place, url: string | undefined): Promise<void> {
  left[from] = await contentOf(world);
  const there = left[from === 'files' ? 'server' : 'files'];
  await world.store.moveTo(url);
  for (const chat of world.chats) {
    const kept = there.get(chat);
    const isSame = kept?.version === left[from].get(chat)?.version;
    // In the trash of the one store it is still in the other.
    if (kept && chat.deleted) {
      const { plan, title, pinned, changed } = kept;
      Object.assign(chat, { plan, title, pinned, changed, deleted: false });
    }
    // A name that a person gave there is not overwritten where nothing else changed.
    else if (kept && isSame) {
      if (kept.title !== chat.ownTitle) chat.title = kept.title;
      chat.pinned ||= kept.pinned;
    }
    // What begins anew under its key would be another plan in the place of the one that is there.
    if (chat.deleted) chat.reachable = false;
  }
  if (!world.stays && world.latest === undefined) world.shown = world.newest();
}

export const stores: readonly Action[] = [
  {
    name: 'all plans move to PostgreSQL',
    weight: 3,
    isPossible: (world) => !world.store.isOnServer && world.planned.length > 5,
    run: async (world) => {
      postgres ??= await PostgresServer.start();
      const url = `postgres://postgres:secret@127.0.0.1:${String(postgres.port)}/postgres`;
      await choose(world, 'PostgreSQL');
      const box = world.list.locator('input[type="password"]');
      await box.waitFor();
      if (!isKnown) await box.fill(url);
      assert.equal(await box.inputValue(), url, 'the address is not known any more');
      isKnown = true;
      await world.page.keyboard.press('Enter');
      const said = await copyAndSwitch(world);
      await move(world, 'files', url);
      return said;
    },
  },
  {
    name: 'all plans come back to files',
    weight: 4,
    isPossible: (world) => world.store.isOnServer,
    run: async (world) => {
      await choose(world, 'SQLite');
      const said = await copyAndSwitch(world);
      await move(world, 'server', undefined);
      return said;
    },
  },
  {
    name: 'the server of the plans is away for a while',
    weight: 2,
    isPossible: (world) => world.store.isOnServer,
    run: async (world) => {
      await world.store.close();
      world.excused.push(/store|server|connection|ECONN|could not be/i);
      await postgres?.kill();
      await world.product.panelShows(AWAY);
      await postgres?.resume();
      const text = world.product.panel.getByText(AWAY);
      await waitFor('the panel to have recovered', async () => (await text.count()) === 0);
      return '';
    },
  },
];

export async function stopServers(): Promise<void> {
  await postgres?.stop();
}
