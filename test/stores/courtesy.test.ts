import assert from 'node:assert/strict';
import { Courtesy } from '../../src/stores/servers/courtesy';

const KEY = 'srv:one';

describe('Writers of one session on a server', () => {
  it('write without a pause as long as nobody is late', () => {
    const courtesy = new Courtesy();
    assert.equal(courtesy.pause(KEY, 0), 0);
    courtesy.wrote(KEY, false);
    courtesy.heardLate('srv:other', 'a', 0);
    courtesy.heardWritten(KEY, 'a');
    assert.equal(courtesy.pause(KEY, 0), 0);
  });

  it('let whoever was late write first, all of them, but do not wait for ever', () => {
    const courtesy = new Courtesy();
    courtesy.heardLate(KEY, 'a', 100);
    courtesy.heardLate(KEY, 'b', 150);
    assert.equal(courtesy.pause(KEY, 150), 250);
    courtesy.heardWritten(KEY, 'b');
    assert.equal(courtesy.pause(KEY, 150), 200);
    courtesy.heardWritten(KEY, 'a');
    assert.equal(courtesy.pause(KEY, 150), 0);
    courtesy.heardLate(KEY, 'a', 200);
    assert.equal(courtesy.pause(KEY, 450), 0);
  });

  it('do not wait for each other when they are late themselves', () => {
    const courtesy = new Courtesy();
    courtesy.wrote(KEY, true);
    courtesy.heardLate(KEY, 'a', 0);
    assert.equal(courtesy.pause(KEY, 0), 0);
    courtesy.wrote(KEY, false);
    assert.equal(courtesy.pause(KEY, 10), 240);
  });

  it('remember few sessions in which others were late', () => {
    const courtesy = new Courtesy();
    for (let at = 0; at < 300; at++) courtesy.heardLate(`srv:${String(at)}`, 'a', 0);
    assert.deepEqual([courtesy.pause('srv:10', 0), courtesy.pause('srv:290', 0)], [0, 250]);
  });
});
