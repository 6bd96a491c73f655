import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Database, inject } from 'trellis';
import { BcryptPool } from '../auth/bcrypt-pool.ts';

/** What requests wait for: the database, and the threads that hash passwords. */
export class Waiting {
  @inject(Database) readonly db!: Database;
  @inject(BcryptPool) readonly pool!: BcryptPool;

  onStart(): void {
    subscribe('trellis:query', observe);
  }

  onStop(): void {
    unsubscribe('trellis:query', observe);
  }

  /** Called before each scrape: these are numbers of a moment, and nothing adds them up. */
  measure(): void {
    // Step 3: set the gauges of the connections and the hashes.
  }
}

/** Called after each SQL statement. */
function observe(_event: unknown): void {
  // Step 3: observe the duration.
}
