import assert from 'node:assert/strict';
import { Courtesy } from '../../src/stores/servers/courtesy';

const KEY = 'srv:one';

describe('Writers of one session on a server', () => {
  it('write without a pause as long as nobody is late', () => {
    const courtesy = new Courtesy();
    courtesy.heardLate(KEY, 0);
    assert.equal(courtesy.pause(KEY, 0), 0);
    courtesy.wrote(KEY, 5, false);
    assert.equal(courtesy.pause(KEY, 0), 0);
    courtesy.heardLate('srv:other', 0);
    assert.equal(courtesy.pause(KEY, 0), 0);
  });

  it('give way for some turns to whoever says that it is late, and no longer', () => {
    const courtesy = new Courtesy();
    courtesy.wrote(KEY, 5, false);
    courtesy.heardLate(KEY, 100);
    assert.equal(courtesy.pause(KEY, 100), 30);
    assert.equal(courtesy.pause(KEY, 120), 10);
    assert.equal(courtesy.pause(KEY, 130), 0);
    courtesy.wrote(KEY, 10_000, false);
    courtesy.heardLate(KEY, 200);
    assert.equal(courtesy.pause(KEY, 200), 250);
  });

  it('do not wait for each other when they are late themselves', () => {
    const courtesy = new Courtesy();
    courtesy.wrote(KEY, 5, true);
    courtesy.heardLate(KEY, 0);
    assert.equal(courtesy.pause(KEY, 0), 0);
    courtesy.wrote(KEY, 5, false);
    courtesy.heardLate(KEY, 10);
    assert.equal(courtesy.pause(KEY, 10), 30);
  });

  it('are remembered for the latest sessions only', () => {
    const courtesy = new Courtesy();
    for (let at = 0; at < 300; at++) courtesy.wrote(`srv:${String(at)}`, 5, false);
    for (const [key, pause] of [
      ['srv:10', 0],
      ['srv:290', 30],
    ] as const) {
      courtesy.heardLate(key, 0);
      assert.equal(courtesy.pause(key, 0), pause);
    }
  });
});
