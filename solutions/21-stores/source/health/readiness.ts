import { Database, inject, KeyValue } from 'trellis';

/** Whether this process can handle requests now. */
export class Readiness {
  @inject(Database) private readonly db!: Database;
  @inject(KeyValue) private readonly store!: KeyValue;

  /** Queries both stores. Fails with `Unavailable` if one of them can't be reached. */
  async check(): Promise<void> {
    // #region step-4
    await Promise.all([this.db.get`select 1 as one`, this.store.get('health')]);
    // #starter
    // // Step 4: query both stores.
    // #endregion
  }
}
