import assert from 'node:assert/strict';
import { LockWorld, type WorldChances } from '../../support/lockWorld';

/** Seeded, so that a failure can be had again. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Kind extends WorldChances {
  readonly runs: number;
  /** How many had died before. */
  readonly dead: number;
}

const CALM: Kind = {
  ...{ runs: 150, dead: 0, change: 0.5, kill: 0, fault: 0, mishaps: 0, links: true },
};
const KINDS: Readonly<Record<string, Kind>> = {
  'in any order': CALM,
  'without hard links': { ...CALM, links: false },
  'that find a dead holder': { ...CALM, runs: 300, dead: 1 },
  'that find a dead holder and a dead taker': { ...CALM, runs: 600, dead: 2 },
  'that find a row of dead takers': { ...CALM, dead: 5 },
  'that die anywhere': { ...CALM, runs: 500, dead: 1, change: 0.4, kill: 0.04, mishaps: 5 },
  'whose disk fails anywhere': { ...CALM, runs: 400, change: 0.3, fault: 0.05, mishaps: 6 },
  'that die on a failing disk': {
    ...{ ...CALM, runs: 500, dead: 2, change: 0.2, kill: 0.02, fault: 0.02, mishaps: 6 },
  },
};

describe('Locks of modelled processes', () => {
  for (const [kind, chances] of Object.entries(KINDS)) {
    it(`are held by one at a time, got by all and gone in the end: processes ${kind}`, async () => {
      for (let seed = 1; seed <= chances.runs; seed++) {
        const world = new LockWorld(seededRandom(seed), chances);
        world.leaveDead(chances.dead);
        try {
          for (let count = 0; count < 4; count++) world.start(1 + (count % 2), 2);
          await world.run();
          assert.deepEqual(world.heldByLiving(), []);
          // Whoever comes later finds nothing that it would have to wait for, and clears up.
          world.endAll();
          world.start(1, 1);
          await world.run();
          assert.deepEqual([...world.files.keys()], []);
        } catch (error) {
          const story = world.trace.slice(-150).join('\n');
          throw new Error(`Seed ${String(seed)}: ${String(error)}\n${story}`, { cause: error });
        }
      }
    });
  }
});
