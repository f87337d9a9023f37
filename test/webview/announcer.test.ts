import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ANNOUNCE_PAUSE, Announcer } from '../../webview/announcer';

describe('Announcer', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  it('says the first news at once and all that follow soon after as one', () => {
    const announcer = new Announcer();
    const said: string[] = [];
    let count = 0;
    const news = (): void => {
      count += 1;
      announcer.sayNews(() => {
        said.push(String(count));
        return `News ${String(count)}`;
      });
    };
    for (let n = 0; n < 20; n += 1) {
      news();
      mock.timers.tick(ANNOUNCE_PAUSE / 10);
    }
    assert.deepEqual(said, ['1', '10', '20']);
    assert.equal(announcer.text, 'News 20');
  });

  it('does not keep waiting whoever did something, and forgets no news over it', () => {
    const announcer = new Announcer();
    announcer.sayNews(() => 'First');
    announcer.sayNews(() => 'Second');
    announcer.say('Opened');
    assert.equal(announcer.text, 'Opened');
    mock.timers.tick(ANNOUNCE_PAUSE);
    assert.equal(announcer.text, 'Second');
  });

  it('makes the same words heard again, and nothing of empty ones', () => {
    const announcer = new Announcer();
    announcer.say('Same');
    announcer.say('Same');
    assert.notEqual(announcer.text, 'Same');
    assert.equal(announcer.text.trim(), 'Same');
    mock.timers.tick(ANNOUNCE_PAUSE);
    announcer.sayNews(() => '');
    assert.equal(announcer.text.trim(), 'Same');
  });

  it('says nothing of a session that has gone', () => {
    const announcer = new Announcer();
    announcer.say('One');
    announcer.sayNews(() => 'Two');
    announcer.clear();
    mock.timers.tick(ANNOUNCE_PAUSE * 2);
    assert.equal(announcer.text, '');
    announcer.say('Three');
    mock.timers.tick(ANNOUNCE_PAUSE);
    assert.equal(announcer.text, 'Three');
  });
});
