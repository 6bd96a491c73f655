import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Database, inject } from 'trellis';
import { BcryptPool } from '../auth/bcrypt-pool.ts';
import { Locks } from '../points/locks.ts';
import { SearchConnections } from '../search/search-connections.ts';
import { connections, hashes, locks, queries, searchConnections } from './metrics.ts';

/** What requests wait for: the database, the search, locks, and the threads that hash passwords. */
export class Waiting {
  @inject(Database) readonly db!: Database;
  @inject(Locks) readonly locks!: Locks;
  @inject(BcryptPool) readonly pool!: BcryptPool;
  @inject(SearchConnections) readonly search!: SearchConnections;

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
    for (const [state, count] of Object.entries(this.search.counts)) searchConnections.set({ state }, count);
    for (const [state, count] of Object.entries(this.locks.counts)) locks.set({ state }, count);
  }
}

/** Called after each SQL statement. */
function observe(event: unknown): void {
  queries.observe((event as { ms: number }).ms / 1_000);
}
