import { channel } from 'node:diagnostics_channel';
import type { DatabaseError } from './database-errors.ts';
import type { SqlPart } from './sql.ts';
import type { Unavailable } from './unavailable.ts';

/**
 * The database, and the token to inject it by. SQL is written as a template, so that values are always parameters:
 *
 *     const posts = await db.all<Post>`select * from posts where author_id = ${id}`;
 *
 * Every failure is a `DatabaseError` with a stable `code`, or `Unavailable` if a server can't be reached. `Row` is your
 * claim about the columns: nothing checks it at run time.
 */
export abstract class Database {
  /** Returns every row as a plain object. */
  abstract all<Row>(strings: TemplateStringsArray, ...parts: SqlPart[]): Promise<Row[]>;

  /** Returns the first row, or `undefined`. */
  abstract get<Row>(strings: TemplateStringsArray, ...parts: SqlPart[]): Promise<Row | undefined>;

  /** Returns how many rows an insert, update or delete has changed. */
  abstract run(strings: TemplateStringsArray, ...parts: SqlPart[]): Promise<{ changes: number }>;

  /**
   * All or nothing: commits when `work` has finished, rolls back if it throws. Use `tx` inside it, never `db`. In SQLite,
   * everything on `db` waits for the transaction to end, so a statement inside it would wait for itself. In PostgreSQL, it
   * would run on another connection, outside the transaction, and see none of its changes.
   *
   * A failed statement aborts its transaction, even if you catch the error. Put a statement that may fail into a nested
   * transaction, `tx.transaction(…)`, which is a savepoint.
   */
  abstract transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>;

  /** The connections at this moment, for monitoring. Undefined before the database has started, and in a transaction. */
  connections(): Connections | undefined {
    return undefined;
  }
}

/** SQLite has one connection. It is used while a transaction or a write to the file is under way. */
export interface Connections {
  readonly used: number;
  readonly idle: number;
  /** The callers that wait for a connection. */
  readonly waiting: number;
}

/** One statement and how it went. Without its values: they may be passwords. */
export interface QueryEvent {
  sql: string;
  /** From the call to the result, including the wait for a transaction and for the disk: the request waits for them too. */
  ms: number;
  /** The number of rows returned or changed. */
  rows?: number;
  error?: DatabaseError | Unavailable;
}

/** Publishes a `QueryEvent` for every statement, in the asynchronous context of the caller. */
export const queryChannel = channel('trellis:query');

/** For drivers: runs `work` as the statement `sql`, and publishes the event if anybody is subscribed. */
export function traced<T>(sql: string, work: () => Promise<T>, rows?: (result: T) => number): Promise<T> {
  return queryChannel.hasSubscribers ? published(sql, work, rows) : work();
}

async function published<T>(sql: string, work: () => Promise<T>, rows?: (result: T) => number): Promise<T> {
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
