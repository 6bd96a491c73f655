import { Database, inject, KeyValue } from 'trellis';

/** Whether it makes sense to send us requests now. */
export class Readiness {
  @inject(Database) private readonly db!: Database;
  @inject(KeyValue) private readonly store!: KeyValue;
  // Step 5: leave() and isLeaving.

  /** Asks whatever a request would ask. Fails with `Unavailable` where one of them does not answer. */
  async check(): Promise<void> {
    // Step 3: ask both.
  }
}
