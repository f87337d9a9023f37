import { writeFileSync } from 'node:fs';
import { editSessionFile } from '../../support/editSessionFile';
import { MaintainedFolder } from '../../support/maintainedFolder';
import { describeMaintenance } from './maintenanceContract';

describeMaintenance('The store in files', () => {
  const folder = new MaintainedFolder();
  const edit = (session: string, sql: string) => editSessionFile(folder.file(session), sql);
  return Promise.resolve({
    ...folder.openBoth(),
    another: ({ keepRevisions = 0 } = {}) =>
      folder.openBoth({ keepRevisions: () => keepRevisions }),
    damageEvent: (session, sequence) =>
      edit(session, `UPDATE event SET data = '{' WHERE sequence = ${String(sequence)}`),
    damageCall: (session, callId) =>
      edit(session, `UPDATE call SET result = '[]' WHERE call_id = '${callId}'`),
    damageRecord: (session) => {
      writeFileSync(folder.file(session), 'damaged');
      return Promise.resolve();
    },
    makeNewer: (session) => edit(session, 'PRAGMA user_version = 99'),
    dispose: () => folder.dispose(),
  });
});
