import type { Client, ClientConfig } from 'pg';
import type { Connections } from '../../services/database.ts';
import { Unavailable } from '../../services/unavailable.ts';
import { Deadline } from '../deadline.ts';
import { backoff } from '../network.ts';
import type { PostgresAddress } from './address.ts';
import { PostgresConnection } from './connection.ts';
import { postgresError } from './errors.ts';
import { Session } from './session.ts';

/** A caller for whom no connection is free. */
interface Waiter {
  readonly until: number;
  readonly resolve: (connection: PostgresConnection) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Lends connections, first come, first served, and opens at most as many as the address allows. After a failed attempt to
 * connect, calls fail immediately until a pause is over: otherwise every request would wait for the full deadline, and the
 * process would fill with waiting requests.
 */
export class PostgresPool {
  readonly #address: PostgresAddress;
  readonly #deadline: number;
  readonly #newClient: (config: ClientConfig) => Client;
  readonly #idle: PostgresConnection[] = [];
  readonly #lent = new Set<PostgresConnection>();
  readonly #waiting = new Set<Waiter>();
  readonly #patience = new Deadline(() => this.#giveUp());
  #opening = 0;
  #failures = 0;
  #closedUntil = 0;
  #isClosed = false;
  #onReturned: (() => void) | undefined;

  /** `newClient` constructs a client of `pg`: the package is optional, so nothing here may import it. */
  constructor(address: PostgresAddress, deadline: number, newClient: (config: ClientConfig) => Client) {
    this.#address = address;
    this.#deadline = deadline;
    this.#newClient = newClient;
  }

  /** A connection that is free now, if there is one. */
  takeIdle(): PostgresConnection | undefined {
    const idle = this.#idle.pop();
    return idle && this.#lend(idle);
  }

  /** Waits for a connection until the deadline at most. Every caller must release it. */
  async take(): Promise<PostgresConnection> {
    const idle = this.takeIdle();
    if (idle !== undefined) return idle;
    if (performance.now() < this.#closedUntil) throw this.#unreachable();
    return this.connect();
  }

  /** Like `take`, but tries to connect even if the last attempt has just failed. */
  async connect(): Promise<PostgresConnection> {
    if (this.#lent.size + this.#idle.length + this.#opening < this.#address.pool) return this.#open();
    return new Promise((resolve, reject) => {
      const until = performance.now() + this.#deadline;
      if (this.#waiting.size === 0) this.#patience.set(until);
      this.#waiting.add({ until, resolve, reject });
    });
  }

  release(connection: PostgresConnection): void {
    this.#lent.delete(connection);
    if (this.#isClosed) connection.close();
    else if (connection.isUsable) this.#give(connection);
    else {
      connection.abort();
      this.#replace();
    }
    this.#leave();
  }

  connections(): Connections {
    return { used: this.#lent.size, idle: this.#idle.length, waiting: this.#waiting.size };
  }

  /** Waits up to `patience` milliseconds for every caller to finish, then closes all connections. */
  async close(patience: number): Promise<void> {
    if (this.#callers > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, patience);
        this.#onReturned = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#isClosed = true;
    this.#refuse(new Unavailable(this.#address.name, 'is no longer used: the application has stopped.'));
    for (const connection of this.#idle.splice(0)) connection.close();
    for (const connection of this.#lent) connection.abort();
  }

  /** Those who have a connection, and those who wait for one. */
  get #callers(): number {
    return this.#lent.size + this.#opening + this.#waiting.size;
  }

  #leave(): void {
    if (this.#callers === 0) this.#onReturned?.();
  }

  #lend(connection: PostgresConnection): PostgresConnection {
    this.#lent.add(connection);
    return connection;
  }

  /** Lends the connection to the caller who has waited longest. */
  #give(connection: PostgresConnection): void {
    const [waiter] = this.#waiting;
    if (waiter === undefined) {
      this.#idle.push(connection);
      return;
    }
    this.#waiting.delete(waiter);
    waiter.resolve(this.#lend(connection));
  }

  /** Opens a connection for those who wait for one that is now lost. */
  #replace(): void {
    if (this.#waiting.size === 0 || this.#isClosed) return;
    this.#open().then(
      (connection) => this.release(connection),
      (error) => this.#refuse(error),
    );
  }

  /** Opens a connection, and lends it. */
  async #open(): Promise<PostgresConnection> {
    this.#opening++;
    try {
      const client = this.#newClient(configOf(this.#address, this.#deadline));
      // The statement that runs on a lost connection gets the error. Without a listener, the event would end the process.
      client.on('error', () => {});
      await client.connect();
      const session = new Session(client, () => this.#forget(connection));
      const connection = new PostgresConnection(session, this.#address.name);
      this.#failures = 0;
      this.#closedUntil = 0;
      return this.#lend(connection);
    } catch (thrown) {
      throw this.#connectError(thrown);
    } finally {
      this.#opening--;
      this.#leave();
    }
  }

  /** A connection that is lost while it is lent is closed when it comes back. */
  #forget(connection: PostgresConnection): void {
    const index = this.#idle.indexOf(connection);
    if (index >= 0) this.#idle.splice(index, 1);
  }

  #giveUp(): void {
    const now = performance.now();
    for (const waiter of this.#waiting) {
      if (waiter.until > now) {
        this.#patience.set(waiter.until);
        break;
      }
      this.#waiting.delete(waiter);
      waiter.reject(this.#failures > 0 ? this.#unreachable() : this.#exhausted());
    }
    this.#leave();
  }

  #refuse(error: Error): void {
    for (const waiter of this.#waiting) waiter.reject(error);
    this.#waiting.clear();
    this.#leave();
  }

  #connectError(thrown: unknown): Error {
    const error = postgresError(thrown, 'connect', this.#address.name);
    // Attempts that fail together count once.
    if (error instanceof Unavailable && performance.now() >= this.#closedUntil) {
      this.#closedUntil = performance.now() + backoff(this.#failures++);
    }
    return error;
  }

  #unreachable(): Unavailable {
    return new Unavailable(this.#address.name, 'cannot be reached. The next attempt follows in a moment.');
  }

  #exhausted(): Unavailable {
    const { name, pool } = this.#address;
    const advice = `use tx instead of db inside a transaction, keep transactions short, or raise DATABASE_POOL (now ${pool})`;
    return new Unavailable(name, `has no free connection for us: ${advice}.`);
  }
}

function configOf(address: PostgresAddress, deadline: number): ClientConfig {
  const { host, port, database, user, password, sslmode, statementTimeout = deadline, settings } = address;
  return {
    host,
    port,
    database,
    user,
    // A function, because for an empty string `pg` would search PGPASSWORD and ~/.pgpass. DATABASE_URL alone decides.
    password: () => password,
    ssl: sslmode === 'disable' ? false : { rejectUnauthorized: sslmode === 'verify-full' },
    connectionTimeoutMillis: deadline,
    keepAlive: true,
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
