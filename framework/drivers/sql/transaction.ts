import type { Database } from '../../services/database.ts';
import { DatabaseError } from '../../services/database-errors.ts';
import { type QueryResult, SqlQueries } from './queries.ts';
import type { Placeholder, Query } from './template.ts';
import { type Patience, Turns } from './turns.ts';

/** The connection that a transaction has to itself until it ends. */
export interface TransactionHost {
  readonly placeholder: Placeholder;
  /** How many milliseconds a statement waits for a nested transaction before it fails with `busy`. */
  readonly deadline: number;
  execute(query: Query, limit: number): QueryResult | Promise<QueryResult>;
  /** Runs `begin` and the like, and traces them. */
  control(sql: string): void | Promise<void>;
}

/**
 * What `work` receives as `tx`. Its statements run one at a time, on the connection that the transaction has to itself.
 * They also wait for a nested transaction, just as `db` waits for a transaction in SQLite.
 */
export class SqlTransaction extends SqlQueries {
  readonly #host: TransactionHost;
  readonly #parent: SqlTransaction | undefined;
  readonly #depth: number;
  readonly #turns = new Turns();
  #ended = false;
  /** The first failed statement. SQLite would continue after most errors, PostgreSQL after none: we follow the stricter one. */
  #failure: Error | undefined;

  private constructor(host: TransactionHost, parent?: SqlTransaction) {
    super(host.placeholder);
    this.#host = host;
    this.#parent = parent;
    this.#depth = parent ? parent.#depth + 1 : 0;
  }

  /** Begins the transaction, runs `work` and commits. Rolls back if anything fails. */
  static async run<T>(host: TransactionHost, work: (tx: Database) => Promise<T>, parent?: SqlTransaction): Promise<T> {
    const tx = new SqlTransaction(host, parent);
    await host.control(tx.#depth === 0 ? 'begin' : `savepoint level_${tx.#depth}`);
    try {
      const result = await work(tx);
      await tx.#end();
      if (tx.#failure) throw tx.#failure;
      await host.control(tx.#depth === 0 ? 'commit' : `release level_${tx.#depth}`);
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
      return await SqlTransaction.run(this.#host, work, this);
    } finally {
      this.#turns.release();
    }
  }

  protected async perform(query: Query, limit: number): Promise<QueryResult> {
    await this.#takeTurn('a statement', query.sql);
    try {
      return await this.#host.execute(query, limit);
    } catch (error) {
      this.#failure ??= error as Error;
      throw error;
    } finally {
      this.#turns.release();
    }
  }

  async #takeTurn(holder: string, sql: string): Promise<void> {
    this.#assertUsable(sql);
    if (this.#turns.takeIfFree(holder)) return;
    await this.#turns.take(holder, patience(this.#host.deadline, sql, 'the inner tx instead of the outer one'));
    try {
      this.#assertUsable(sql);
    } catch (error) {
      this.#turns.release();
      throw error;
    }
  }

  #assertUsable(sql: string): void {
    for (let tx: SqlTransaction | undefined = this; tx; tx = tx.#parent) {
      if (tx.#ended) {
        throw new DatabaseError(
          'closed',
          "The transaction of this tx has ended. Await every statement inside it, and don't keep tx for later.",
          { sql },
        );
      }
    }
    if (this.#failure) {
      throw new DatabaseError(
        'aborted',
        `An earlier statement of this transaction failed (${this.#failure.message}), so the whole transaction will be rolled ` +
          'back. To catch an error and continue, put the statement that may fail into a nested tx.transaction(…).',
        { sql, cause: this.#failure },
      );
    }
  }

  /** Lets nested transactions finish, even those that `work` didn't await, and refuses further statements. */
  async #end(): Promise<void> {
    if (this.#ended) return;
    try {
      await this.#turns.take(
        'the end',
        patience(this.#host.deadline, 'commit', 'await before every nested transaction'),
      );
      this.#turns.release();
    } finally {
      this.#ended = true;
    }
  }

  async #rollback(): Promise<void> {
    try {
      const name = `level_${this.#depth}`;
      await this.#host.control(this.#depth === 0 ? 'rollback' : `rollback to ${name}; release ${name}`);
    } catch (error) {
      // SQLite has already ended the transaction (`insert or rollback`), or the database was closed. For the outermost
      // transaction that is what we wanted. For a nested one it means that the enclosing transaction is lost too.
      if (this.#parent) this.#parent.#failure ??= this.#failure ?? (error as Error);
    }
  }
}

/** How long a statement waits for another transaction, and the error if that takes too long. */
export function patience(deadline: number, sql: string, use = 'the tx it was given instead of db'): Patience {
  return {
    deadline,
    giveUp: (holder) => {
      const waited = `Gave up after waiting ${deadline / 1000} s for ${holder} to end.`;
      const advice = holder.endsWith('transaction')
        ? `If this statement is inside that transaction, it waits for itself: use ${use}. Otherwise that transaction takes ` +
          'too long: keep network calls and password hashing out of it.'
        : 'The disk or the server is slow, or the machine is overloaded.';
      return new DatabaseError('busy', `${waited} ${advice}`, { sql });
    },
  };
}
