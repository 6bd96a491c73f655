import { Database, inject, KeyValue } from 'trellis';

/** Whether it makes sense to send us requests now. */
export class Readiness {
  @inject(Database) private readonly db!: Database;
  @inject(KeyValue) private readonly store!: KeyValue;
  // #region step-5
  #isLeaving = false;

  /** From now on the answer is no: this process is on its way out. */
  leave(): void {
    this.#isLeaving = true;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }
  // #starter
  // // Step 5: leave() and isLeaving.
  // #endregion

  /** Asks whatever a request would ask. Fails with `Unavailable` where one of them does not answer. */
  async check(): Promise<void> {
    // #region step-3
    await Promise.all([this.db.get`select 1 as one`, this.store.get('health')]);
    // #starter
    // // Step 3: ask both.
    // #endregion
  }
}
