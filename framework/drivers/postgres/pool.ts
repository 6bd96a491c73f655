import type { Pool, PoolConfig } from 'pg';
import type { Connections } from '../../services/database.ts';
import { Unavailable } from '../../services/unavailable.ts';
import { backoff } from '../network.ts';
import type { PostgresAddress } from './address.ts';
import { PostgresConnection } from './connection.ts';
import { postgresError } from './errors.ts';
import { valueTypes } from './values.ts';

/**
 * The pool of `pg` with two additions. After a failed attempt to connect, calls fail immediately until a pause is over:
 * otherwise every request would wait for the full deadline, and the process would fill with waiting requests.
 * And `close` waits for statements and transactions that have already begun.
 */
export class PostgresPool {
  readonly #address: PostgresAddress;
  readonly #pool: Pool;
  readonly #lent = new Set<PostgresConnection>();
  /** Callers that have a connection or wait for one. */
  #callers = 0;
  #failures = 0;
  #closedUntil = 0;
  #onIdle: (() => void) | undefined;

  /** `open` constructs the pool of `pg`: the package is optional, so nothing here may import it. */
  constructor(address: PostgresAddress, deadline: number, open: (config: PoolConfig) => Pool) {
    this.#address = address;
    this.#pool = open(poolConfig(address, deadline));
    // The statement that runs on a lost connection gets the error, and an idle connection is dropped by the pool. Without
    // these listeners, the event would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** Waits for a connection until the deadline at most. Every caller must release it. */
  async take(): Promise<PostgresConnection> {
    if (this.#pool.idleCount === 0 && performance.now() < this.#closedUntil) {
      throw new Unavailable(this.#address.name, 'cannot be reached. The next attempt follows in a moment.');
    }
    return this.connect();
  }

  /** Like `take`, but tries to connect even if the last attempt has just failed. */
  async connect(): Promise<PostgresConnection> {
    this.#callers++;
    try {
      const connection = new PostgresConnection(await this.#pool.connect(), this.#address.name);
      this.#failures = 0;
      this.#closedUntil = 0;
      this.#lent.add(connection);
      return connection;
    } catch (thrown) {
      this.#leave();
      throw this.#connectError(thrown as Error);
    }
  }

  release(connection: PostgresConnection): void {
    this.#lent.delete(connection);
    connection.release();
    this.#leave();
  }

  connections(): Connections {
    const { idleCount, waitingCount } = this.#pool;
    return { used: this.#lent.size, idle: idleCount, waiting: waitingCount };
  }

  /** Waits up to `patience` milliseconds for every caller to finish, then closes all connections. */
  async close(patience: number): Promise<void> {
    if (this.#callers > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, patience);
        this.#onIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    void this.#pool.end();
    for (const connection of this.#lent) connection.abort();
  }

  #leave(): void {
    if (--this.#callers === 0) this.#onIdle?.();
  }

  #connectError(thrown: Error): Error {
    const { name, pool } = this.#address;
    if (thrown.message === 'timeout exceeded when trying to connect' && this.#failures === 0) {
      const advice = `use tx instead of db inside a transaction, keep transactions short, or raise DATABASE_POOL (now ${pool})`;
      return new Unavailable(name, `has no free connection for us: ${advice}.`);
    }
    const error = postgresError(thrown, 'connect', name);
    // Attempts that fail together count once.
    if (error instanceof Unavailable && performance.now() >= this.#closedUntil) {
      this.#closedUntil = performance.now() + backoff(this.#failures++);
    }
    return error;
  }
}

function poolConfig(address: PostgresAddress, deadline: number): PoolConfig {
  const { host, port, database, user, password, sslmode, pool, statementTimeout = deadline, settings } = address;
  return {
    host,
    port,
    database,
    user,
    // A function, because for an empty string `pg` would search PGPASSWORD and ~/.pgpass. DATABASE_URL alone decides.
    password: () => password,
    ssl: sslmode === 'disable' ? false : { rejectUnauthorized: sslmode === 'verify-full' },
    max: pool,
    // Covers the wait for a free connection as well as opening one.
    connectionTimeoutMillis: deadline,
    idleTimeoutMillis: 0,
    keepAlive: true,
    types: valueTypes,
    options: serverOptions({
      application_name: 'trellis',
      TimeZone: 'UTC',
      // The server gives up when the caller does; on a row that another transaction has locked, a little earlier.
      statement_timeout: String(statementTimeout),
      lock_timeout: String(Math.ceil(statementTimeout * 0.8)),
      ...settings,
    }),
  };
}

/** Settings in the form of the command line of `postgres`, where a backslash escapes spaces. */
function serverOptions(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map((setting) => `-c ${setting.join('=').replace(/[\\\s]/g, '\\$&')}`)
    .join(' ');
}
