import { setTimeout as delay } from 'node:timers/promises';
import { type Connections, type Database, traced } from '../../services/database.ts';
import { DatabaseError } from '../../services/database-errors.ts';
import { notReached, Unavailable } from '../../services/unavailable.ts';
import { backoff, type NetworkLimits, networkLimits } from '../network.ts';
import { optionalPackage } from '../optional-package.ts';
import { firstWord, refuseControl } from '../sql/mistakes.ts';
import { type QueryResult, SqlQueries } from '../sql/queries.ts';
import type { Query } from '../sql/template.ts';
import { SqlTransaction, type TransactionHost } from '../sql/transaction.ts';
import { type PostgresAddress, postgresAddress } from './address.ts';
import type { PostgresConnection } from './connection.ts';
import { PostgresPool } from './pool.ts';
import { placeholder } from './values.ts';

/**
 * PostgreSQL, over a pool of connections. A transaction has a connection to itself. Other statements run on the other
 * connections in the meantime, and don't see its changes until it commits.
 */
export class PostgresDatabase extends SqlQueries {
  readonly #address: PostgresAddress;
  readonly #limits: Required<NetworkLimits>;
  #pool: PostgresPool | undefined;
  #stopping = false;

  constructor(url = process.env.DATABASE_URL ?? '', limits: NetworkLimits = {}) {
    super(placeholder);
    this.#address = postgresAddress(url);
    this.#limits = { ...networkLimits, ...limits };
  }

  /** Waits for a server that is still starting. If the server refuses the user or the password, it throws immediately. */
  async onStart(): Promise<void> {
    if (this.#pool) throw new DatabaseError('misuse', 'The database has already been started.');
    const { Client } = await optionalPackage('pg', 'DATABASE_URL', () => import('pg'));
    const { deadline, patience } = this.#limits;
    const pool = new PostgresPool(this.#address, deadline, (config) => new Client(config));
    try {
      await reach(pool, patience);
    } catch (error) {
      await pool.close(0);
      throw error;
    }
    this.#pool = pool;
    this.#stopping = false;
  }

  /** Lets running statements and transactions finish, and gives up on a transaction that doesn't end before the deadline. */
  async onStop(): Promise<void> {
    const pool = this.#pool;
    if (!pool || this.#stopping) return;
    this.#stopping = true;
    await pool.close(this.#limits.deadline);
    this.#pool = undefined;
  }

  async transaction<T>(work: (tx: Database) => Promise<T>): Promise<T> {
    const lease = new Lease(this.#opened('begin'), this.#statementTimeout);
    try {
      return await SqlTransaction.run(lease, work);
    } finally {
      lease.end();
    }
  }

  override connections(): Connections | undefined {
    return this.#pool?.connections();
  }

  protected async perform(query: Query, limit: number): Promise<QueryResult> {
    const pool = this.#opened(query.sql);
    refuse(query.sql);
    const until = performance.now() + this.#statementTimeout;
    const connection = pool.takeIdle() ?? (await pool.take());
    try {
      return await connection.execute(query, limit, until);
    } finally {
      pool.release(connection);
    }
  }

  get #statementTimeout(): number {
    return this.#address.statementTimeout ?? this.#limits.deadline;
  }

  #opened(sql: string): PostgresPool {
    if (this.#pool && !this.#stopping) return this.#pool;
    const message = this.#stopping
      ? 'The database has been stopped.'
      : 'The database has not been started yet. An application starts it before it calls onStart() of the classes that inject ' +
        'it: move this statement there.';
    throw new DatabaseError('closed', message, { sql });
  }
}

/** The connection of one transaction. Its `begin` takes it from the pool, so that the trace includes the wait. */
class Lease implements TransactionHost {
  readonly placeholder = placeholder;
  readonly deadline: number;
  readonly #pool: PostgresPool;
  #connection: PostgresConnection | undefined;

  constructor(pool: PostgresPool, deadline: number) {
    this.#pool = pool;
    this.deadline = deadline;
  }

  execute(query: Query, limit: number): Promise<QueryResult> {
    refuse(query.sql);
    return this.#connection!.execute(query, limit, performance.now() + this.deadline);
  }

  control(sql: string): Promise<void> {
    return traced(sql, async () => {
      const until = performance.now() + this.deadline;
      this.#connection ??= await this.#pool.take();
      try {
        await this.#connection.control(sql, until);
      } catch (error) {
        // The session may still be inside the transaction, so nobody else may use it.
        if (sql.startsWith('rollback')) this.#connection.discard();
        throw error;
      }
    });
  }

  end(): void {
    if (this.#connection) this.#pool.release(this.#connection);
  }
}

/** Statements that were not refused before: looking for their first word takes longer than sending them. */
const accepted = new Set<string>();
const MOST_ACCEPTED = 1_000;

function refuse(sql: string): void {
  if (accepted.has(sql)) return;
  refuseControl(sql);
  if (firstWord(sql) === 'copy') {
    throw new DatabaseError(
      'misuse',
      '"copy" needs a stream, which this driver does not support. Use insert, or psql.',
      {
        sql,
      },
    );
  }
  if (accepted.size >= MOST_ACCEPTED) accepted.clear();
  accepted.add(sql);
}

/** Tries to connect until the server lets us in or `patience` milliseconds have passed. */
async function reach(pool: PostgresPool, patience: number): Promise<void> {
  const until = performance.now() + patience;
  for (let failures = 0; ; failures++) {
    try {
      return pool.release(await pool.connect());
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      const pause = backoff(failures);
      if (performance.now() + pause >= until) throw notReached(error, patience, 'DATABASE_URL');
      await delay(pause);
    }
  }
}
