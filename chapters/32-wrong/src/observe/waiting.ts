import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Database, inject } from 'trellis';
import { BcryptPool } from '../auth/bcrypt-pool.ts';
import { connections, hashes, queries } from './metrics.ts';

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
    for (const [state, count] of Object.entries(this.db.connections() ?? {})) connections.set({ state }, count);
    hashes.set({ state: 'running' }, this.pool.running);
    hashes.set({ state: 'waiting' }, this.pool.waiting);
  }
}

/** Called after each SQL statement. */
function observe(event: unknown): void {
  queries.observe((event as { ms: number }).ms / 1_000);
}
