import { Database, inject, KeyValue } from 'trellis';

/** Whether this process can handle requests now. */
export class Readiness {
  @inject(Database) private readonly db!: Database;
  @inject(KeyValue) private readonly store!: KeyValue;
  #isLeaving = false;

  /** From now on, this process is not ready: it is shutting down. */
  leave(): void {
    this.#isLeaving = true;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** Queries both stores. Fails with `Unavailable` if one of them can't be reached. */
  async check(): Promise<void> {
    await Promise.all([this.db.get`select 1 as one`, this.store.get('health')]);
  }
}
