import assert from 'node:assert/strict';
import { PostgresServer } from '../../support/servers/postgresServer';
import { RedisServer } from '../../support/servers/redisServer';
import { waitFor } from '../../support/workbench/chatDriver';
import type { HostStoreSettings } from '../../../src/host/hostStore';
import type { FieldChat } from '../fieldChat';
import type { FieldWorld } from '../fieldWorld';
import type { Action } from './action';

const AWAY = 'The store of the plans does not answer';
const LABELS = { postgres: 'PostgreSQL', redis: 'Redis' } as const;
type Kind = keyof typeof LABELS;

interface RunningServer {
  readonly server: PostgresServer | RedisServer;
  readonly url: string;
}
/** Each begins when it is first wanted. */
const running: Partial<Record<Kind, RunningServer>> = {};
/** Their addresses are told to the window once. */
const known = new Set<Kind>();

async function serverOf(kind: Kind): Promise<RunningServer> {
  return (running[kind] ??= kind === 'redis' ? await redis() : await postgres());
}

async function redis(): Promise<RunningServer> {
  const server = await RedisServer.start();
  return { server, url: server.url };
}

async function postgres(): Promise<RunningServer> {
  const server = await PostgresServer.start();
  return { server, url: `postgres://postgres:secret@127.0.0.1:${String(server.port)}/postgres` };
}

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
type Place = HostStoreSettings['kind'];
/** What was in a store when it was left: copies stay where they are. */
const left = new Map<Place, Map<FieldChat, Kept>>();

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
async function move(world: FieldWorld, to: HostStoreSettings | undefined): Promise<void> {
  const here = await contentOf(world);
  left.set(world.store.kind, here);
  await world.store.moveTo(to);
  const there = left.get(world.store.kind) ?? new Map<FieldChat, Kept>();
  for (const chat of world.chats) {
    const kept = there.get(chat);
    const isSame = kept?.version === here.get(chat)?.version;
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

function moveToServer(kind: Kind): Action {
  return {
    name: `all plans move to ${LABELS[kind]}`,
    weight: kind === 'redis' ? 4 : 2,
    isPossible: (world) => !world.store.isOnServer && world.planned.length > 5,
    run: async (world) => {
      const { url } = await serverOf(kind);
      await choose(world, LABELS[kind]);
      const box = world.list.locator('input[type="password"]');
      await box.waitFor();
      if (!known.has(kind)) await box.fill(url);
      assert.equal(await box.inputValue(), url, 'the address is not known any more');
      known.add(kind);
      await world.page.keyboard.press('Enter');
      const said = await copyAndSwitch(world);
      await move(world, { kind, url });
      return said;
    },
  };
}

export const stores: readonly Action[] = [
  moveToServer('postgres'),
  moveToServer('redis'),
  {
    name: 'all plans come back to files',
    weight: 4,
    isPossible: (world) => world.store.isOnServer,
    run: async (world) => {
      await choose(world, 'SQLite');
      const said = await copyAndSwitch(world);
      await move(world, undefined);
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
      const { kind } = world.store;
      const server = kind === 'postgres' || kind === 'redis' ? running[kind]?.server : undefined;
      await server?.kill();
      await world.product.panelShows(AWAY);
      await server?.resume();
      const text = world.product.panel.getByText(AWAY);
      await waitFor('the panel to have recovered', async () => (await text.count()) === 0);
      return '';
    },
  },
];

export async function stopServers(): Promise<void> {
  for (const { server } of Object.values(running)) await server.stop();
}
