import { channel } from 'node:diagnostics_channel';
import type { DatabaseError } from './database-errors.ts';
import type { Unavailable } from './unavailable.ts';

/** What may stand in `${…}`. A boolean is stored as the store stores booleans (SQLite: 0 and 1). */
export type SqlValue = string | number | bigint | boolean | null | Uint8Array;

/**
 * The database, and the token to inject it by. SQL is written as a template, so that values are always parameters:
 *
 *     const posts = await db.all<Post>`select * from posts where author_id = ${id}`;
 *
 * Every failure is a `DatabaseError` with a stable `code`, or `Unavailable` where a server is away. `Row` is a promise of yours: nothing checks it at run time.
 */
export abstract class Database {
  /** Every row, as plain objects. */
  abstract all<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]>;

  /** The first row, or `undefined`. */
  abstract get<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row | undefined>;

  /** How many rows an insert, update or delete changed. */
  abstract run(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<{ changes: number }>;

  /**
   * All or nothing: commits when `work` is done, rolls back when it throws. Inside it use `tx`, never `db`: in SQLite the
   * rest of the application waits for this transaction to end, and a statement on `db` would wait for itself; in
   * PostgreSQL it would run beside the transaction and see nothing of it.
   *
   * A statement that failed spoils its transaction, even if the error was caught. What may fail and be caught goes into a
   * transaction of its own, `tx.transaction(…)`, which is a savepoint.
   */
  abstract transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>;
}

/** One statement, as it was answered. Without its values: they may be passwords. */
export interface QueryEvent {
  sql: string;
  /** From the call to the answer: waiting for a transaction and for the disk is part of what a request pays. */
  ms: number;
  /** Rows given back, or changed. */
  rows?: number;
  error?: DatabaseError | Unavailable;
}

/** Publishes a `QueryEvent` for each statement, in the asynchronous context of the caller. */
export const queryChannel = channel('trellis:query');

/** Runs `work` as the statement `sql` and tells the channel, if anybody listens. For drivers. */
export async function traced<T>(sql: string, work: () => Promise<T>, rows?: (result: T) => number): Promise<T> {
  if (!queryChannel.hasSubscribers) return work();
  const started = performance.now();
  try {
    const result = await work();
    queryChannel.publish({ sql, ms: performance.now() - started, rows: rows?.(result) } satisfies QueryEvent);
    return result;
  } catch (error) {
    queryChannel.publish({
      sql,
      ms: performance.now() - started,
      error: error as QueryEvent['error'],
    } satisfies QueryEvent);
    throw error;
  }
}
