import type { Database } from '../../services/database.ts';
import { DatabaseError } from '../../services/database-errors.ts';
import { type Outcome, type Placeholder, SqlQueries } from './queries.ts';
import type { Query } from './template.ts';
import { type Patience, Turns } from './turns.ts';

/** The connection that a transaction has to itself until it ends. */
export interface TransactionHost {
  readonly placeholder: Placeholder;
  /** Milliseconds that a statement waits for a nested transaction, before it fails with `busy`. */
  readonly deadline: number;
  execute(query: Query, limit: number): Outcome | Promise<Outcome>;
  /** `begin` and its kind, with their trace. */
  control(sql: string): void | Promise<void>;
}

/**
 * What `work` gets as `tx`. Its statements run at once, on the connection that the transaction has to itself; only a nested
 * transaction makes them wait, as the transaction makes `db` wait.
 */
export class SqlTransaction extends SqlQueries {
  readonly #host: TransactionHost;
  readonly #parent: SqlTransaction | undefined;
  readonly #depth: number;
  readonly #turns = new Turns();
  #ended = false;
  /** The first error of a statement. SQLite would go on after most of them, PostgreSQL after none: we go with the stricter. */
  #failure: Error | undefined;

  private constructor(host: TransactionHost, parent?: SqlTransaction) {
    super(host.placeholder);
    this.#host = host;
    this.#parent = parent;
    this.#depth = parent ? parent.#depth + 1 : 0;
  }

  /** Begins, works and commits; rolls back whatever goes wrong. */
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

  protected async perform(query: Query, limit: number): Promise<Outcome> {
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
      // SQLite itself has ended the transaction (`insert or rollback`), or the database was closed. For the outermost one
      // that is what we wanted; an enclosing one is lost too.
      if (this.#parent) this.#parent.#failure ??= this.#failure ?? (error as Error);
    }
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
        : 'The disk or the server is slow, or the machine has too much to do.';
      return new DatabaseError('busy', `${waited} ${advice}`, { sql });
    },
  };
}
