import { createMemoryStore } from '../../src/stores/memoryStore';
import { fakeLog } from '../support/fakeLog';
import { describeStoreContract } from './storeContract';

const open = () => {
  const log = fakeLog();
  const store = createMemoryStore({ log });
  return Promise.resolve({
    store,
    second: () => store,
    errors: () =>
      log.entries.filter(({ level }) => level === 'error').map(({ message }) => message),
    dispose: () => store.close(),
  });
};

describeStoreContract('The memory store', open, { durable: false });
