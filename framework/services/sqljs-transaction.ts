import { Database, type SqlValue, traced } from './database.ts';
import { DatabaseError } from './database-errors.ts';
import { type Query, toQuery } from './sql.ts';
import { type Outcome, placeholder, type SqljsConnection } from './sqljs-connection.ts';
import { type Patience, Turns } from './turns.ts';

/** `all`, `get` and `run` in terms of one operation. */
export abstract class SqljsQueries extends Database {
  async all<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]> {
    return (await this.#query(Number.POSITIVE_INFINITY, strings, values)).rows as Row[];
  }

  async get<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row | undefined> {
    return (await this.#query(1, strings, values)).rows[0] as Row | undefined;
  }

  async run(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<{ changes: number }> {
    return { changes: (await this.#query(0, strings, values)).changes };
  }

  /** Gives at most `limit` rows. */
  protected abstract perform(query: Query, limit: number): Promise<Outcome>;

  #query(limit: number, strings: TemplateStringsArray, values: SqlValue[]): Promise<Outcome> {
    const query = toQuery(strings, values, placeholder);
    return traced(
      query.sql,
      () => this.perform(query, limit),
      ({ rows, changes }) => (limit === 0 ? changes : rows.length),
    );
  }
}

/**
 * What `work` gets as `tx`. Its statements run at once, on the connection that the transaction has to itself; only a nested
 * transaction makes them wait, as the transaction makes `db` wait.
 */
export class SqljsTransaction extends SqljsQueries {
  readonly #connection: SqljsConnection;
  readonly #deadline: number;
  readonly #parent: SqljsTransaction | undefined;
  readonly #depth: number;
  readonly #turns = new Turns();
  #ended = false;
  /** The first error of a statement. SQLite would go on after most of them, PostgreSQL after none: we go with the stricter. */
  #failure: DatabaseError | undefined;

  private constructor(connection: SqljsConnection, deadline: number, parent?: SqljsTransaction) {
    super();
    this.#connection = connection;
    this.#deadline = deadline;
    this.#parent = parent;
    this.#depth = parent ? parent.#depth + 1 : 0;
  }

  /** Begins, works and commits; rolls back whatever goes wrong. For whoever has the turn on this connection. */
  static async run<T>(
    connection: SqljsConnection,
    deadline: number,
    work: (tx: Database) => Promise<T>,
    parent?: SqljsTransaction,
  ): Promise<T> {
    const tx = new SqljsTransaction(connection, deadline, parent);
    await tx.#control(tx.#depth === 0 ? 'begin' : `savepoint level_${tx.#depth}`);
    try {
      const result = await work(tx);
      await tx.#end();
      if (tx.#failure) throw tx.#failure;
      await tx.#control(tx.#depth === 0 ? 'commit' : `release level_${tx.#depth}`);
      return result;
    } catch (error) {
      await tx.#end().catch(() => {});
      await tx.#rollback();
      throw error;
    }
  }

  async transaction<T>(work: (tx: Database) => Promise<T>): Promise<T> {
    await this.#takeTurn('a nested transaction', 'tx.transaction(…)');
    try {
      return await SqljsTransaction.run(this.#connection, this.#deadline, work, this);
    } finally {
      this.#turns.release();
    }
  }

  protected async perform(query: Query, limit: number): Promise<Outcome> {
    await this.#takeTurn('a statement', query.sql);
    try {
      return this.#connection.execute(query, limit);
    } catch (error) {
      this.#failure ??= error as DatabaseError;
      throw error;
    } finally {
      this.#turns.release();
    }
  }

  async #takeTurn(holder: string, sql: string): Promise<void> {
    this.#assertUsable(sql);
    if (this.#turns.takeIfFree(holder)) return;
    await this.#turns.take(holder, patience(this.#deadline, sql, 'the inner tx instead of the outer one'));
    try {
      this.#assertUsable(sql);
    } catch (error) {
      this.#turns.release();
      throw error;
    }
  }

  #assertUsable(sql: string): void {
    for (let tx: SqljsTransaction | undefined = this; tx; tx = tx.#parent) {
      if (tx.#ended) {
        throw new DatabaseError(
          'closed',
          'The transaction of this tx is over. Await every statement inside it, and keep no tx for later.',
          { sql },
        );
      }
    }
    if (this.#failure) {
      throw new DatabaseError(
        'aborted',
        `An earlier statement of this transaction failed (${this.#failure.message}), so all of it will be rolled back. To ` +
          'catch an error and go on, put what may fail into a transaction of its own: tx.transaction(…).',
        { sql, cause: this.#failure },
      );
    }
  }

  /** Lets nested transactions finish that nobody awaited, then refuses further statements. */
  async #end(): Promise<void> {
    if (this.#ended) return;
    try {
      await this.#turns.take('the end', patience(this.#deadline, 'commit', 'await before every nested transaction'));
      this.#turns.release();
    } finally {
      this.#ended = true;
    }
  }

  async #rollback(): Promise<void> {
    try {
      const name = `level_${this.#depth}`;
      await this.#control(this.#depth === 0 ? 'rollback' : `rollback to ${name}; release ${name}`);
    } catch (error) {
      // SQLite itself has ended the transaction (`insert or rollback`), or the database was closed. For the outermost one
      // that is what we wanted; an enclosing one is lost too.
      if (this.#parent) this.#parent.#failure ??= this.#failure ?? (error as DatabaseError);
    }
  }

  #control(sql: string): Promise<void> {
    const run = async () => this.#connection.control(sql);
    // The outermost begin and commit are traced by the database, which knows what they waited for.
    return this.#parent ? traced(sql, run) : run();
  }
}

/** How long a statement waits for a transaction that is not its own, and what it says then. */
export function patience(deadline: number, sql: string, use = 'the tx it was given instead of db'): Patience {
  return {
    deadline,
    giveUp: (holder) => {
      const waited = `Waited ${deadline / 1000} s for ${holder} to end, in vain.`;
      const advice = holder.endsWith('transaction')
        ? `If this statement stands inside that transaction, it waits for itself: use ${use}. Otherwise that transaction ` +
          'takes too long: keep network calls and hashing out of it.'
        : 'The disk is slow, or the machine has too much to do.';
      return new DatabaseError('busy', `${waited} ${advice}`, { sql });
    },
  };
}
