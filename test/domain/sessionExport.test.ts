import assert from 'node:assert/strict';
import type { PlanEvent } from '../../src/domain/planEvent';
import { sessionExportJson } from '../../src/domain/sessionExport';
import { aRecord, aStep } from '../support/storeFixtures';
import { AT, written } from './writtenEvents';

describe('A session as JSON', () => {
  it('has a format, its version, the record, and the events as the server sends them', () => {
    const event: PlanEvent = { ...written(1, [aStep('a')]), turn_id: 't', call_id: 'call-1' };
    const record = aRecord('srv:1');
    const json = sessionExportJson({ record, version: 3, events: [event], missing: [2, 3] }, AT);
    assert.deepEqual(JSON.parse(json), {
      ...{ format: 'session-plans/session', format_version: 1, exported: AT, cursor: '3' },
      session: record,
      events: [
        {
          ...{ cursor: '1', type: 'plan_updated', turn_id: 't', call_id: 'call-1', at: AT },
          data: event.data,
        },
      ],
      unreadable: ['2', '3'],
    });
    assert.match(json, /\}\n$/);
  });
});
