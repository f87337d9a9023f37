import type { PlanStore } from '../../src/service/planStore';
import { commitRules } from './commitRules';
import { lifeRules, restartRules } from './lifeRules';
import { listingRules } from './catalogue/listingRules';
import { recordRules } from './recordRules';
import { removalRules } from './removalRules';
import { sharedRules } from './sharedRules';

/** A store that was opened for one test. */
export interface ContractSubject {
  readonly store: PlanStore;
  /** Messages logged as errors. */
  readonly errors: () => readonly string[];
  /** What another window has over the same data; the store itself where nobody else gets there. */
  readonly second: () => PlanStore;
  /** Closes the store and opens another over the same data; absent where data ends with the store. */
  readonly reopen?: () => Promise<PlanStore>;
  dispose(): Promise<void>;
}

/** The store of the test that is running. */
export type ContractBench = Omit<ContractSubject, 'dispose' | 'reopen' | 'second'>;

/** What every store keeps, whatever it is made of. `durable`: its data outlives it. */
export function describeStoreContract(
  name: string,
  open: () => Promise<ContractSubject>,
  { durable }: { readonly durable: boolean },
): void {
  describe(`${name} keeps the store contract`, () => {
    let subject: ContractSubject;
    const bench = {
      get store() {
        return subject.store;
      },
      errors: () => subject.errors(),
      second: () => subject.second(),
      reopen: () => {
        if (!subject.reopen) throw new Error('A durable store can be opened again.');
        return subject.reopen();
      },
    };
    beforeEach(async () => {
      subject = await open();
    });
    afterEach(() => subject.dispose());

    recordRules(bench);
    commitRules(bench);
    removalRules(bench);
    listingRules(bench);
    lifeRules(bench);
    sharedRules(bench);
    if (durable) restartRules(bench);
  });
}
