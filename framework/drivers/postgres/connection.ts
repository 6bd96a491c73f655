import { Socket } from 'node:net';
import type postgres from 'postgres';
import { DatabaseError } from '../../services/database-errors.ts';
import { Unavailable } from '../../services/unavailable.ts';
import type { Outcome, Row } from '../sql/queries.ts';
import type { Query } from '../sql/template.ts';
import { twoColumns } from '../sql/words.ts';
import type { PostgresAddress } from './address.ts';
import { isServerError, postgresError } from './errors.ts';
import { byteaOid, parameterText, postgresTypes } from './values.ts';

export type Postgres = typeof postgres;

/**
 * One connection to a PostgreSQL server: it opens with the first statement, and once it is gone it never comes back.
 * The package `postgres` would open it again by itself; a transaction would go on in another session, without its start.
 */
export class PostgresConnection {
  readonly #address: PostgresAddress;
  readonly #sql: postgres.Sql;
  #socket: Socket | undefined;
  #state: 'new' | 'open' | 'gone' = 'new';
  #hasAnswered = false;

  constructor(postgres: Postgres, address: PostgresAddress, deadline: number) {
    this.#address = address;
    const { host, port, database, user, password: pass, sslmode, settings } = address;
    const options = {
      host,
      port,
      database,
      user,
      pass,
      ssl: sslmode === 'disable' ? false : sslmode,
      max: 1,
      max_lifetime: null,
      fetch_types: false,
      types: postgresTypes,
      connection: {
        application_name: 'trellis',
        TimeZone: 'UTC',
        // The server gives up when nobody waits any more; on a row that another transaction holds, a little earlier.
        statement_timeout: deadline,
        lock_timeout: Math.ceil(deadline * 0.8),
        ...settings,
      },
      socket: () => this.#connect(),
      onclose: () => this.destroy(),
      onnotice: () => {},
    };
    // Its published types do not know `socket`, and take numbers only where the server takes any setting.
    this.#sql = postgres(options as unknown as postgres.Options<Record<string, postgres.PostgresType>>);
  }

  get isGone(): boolean {
    return this.#state === 'gone';
  }

  /** Whether the server ever said a word on it. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Gives at most `limit` rows. `until` is when nobody waits any more, as `performance.now()` counts. */
  async execute({ sql, values }: Query, limit: number, until: number): Promise<Outcome> {
    const parameters = values.map((value) => {
      if (value === null) return null;
      const text = parameterText(value);
      return value instanceof Uint8Array ? this.#sql.typed(text as never, byteaOid) : text;
    });
    // Prepared, also without values: the server then refuses a second statement.
    const pending = this.#sql.unsafe(sql, parameters, { prepare: true, simple: false } as object).values();
    const result = await this.#answer(pending, sql, until);
    if (!result.command) throw new DatabaseError('syntax', 'There is no statement in this SQL.', { sql });
    const names = (result.columns ?? []).map(({ name }) => String(name));
    const twice = limit > 0 && result.length > 0 && names.find((name, index) => names.indexOf(name) < index);
    if (typeof twice === 'string') throw twoColumns(twice, sql);
    const rows = result.slice(0, limit) as Row[string][][];
    return {
      rows: rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index]!]))),
      changes: /^(INSERT|UPDATE|DELETE|MERGE)/.test(result.command) ? result.count : 0,
    };
  }

  /** `begin` and its kind. */
  async control(sql: string, until: number): Promise<void> {
    await this.#answer(this.#sql.unsafe(sql).simple(), sql, until);
  }

  /** Cuts it off. Whoever waits for an answer hears that there is none. */
  destroy(): void {
    this.#state = 'gone';
    this.#socket?.destroy();
  }

  /** Says goodbye, where nothing runs on it. */
  async close(): Promise<void> {
    if (this.#state === 'open') await this.#sql.end({ timeout: 1 }).catch(() => {});
    this.destroy();
  }

  #answer<T>(pending: Promise<T>, sql: string, until: number): Promise<T> {
    if (this.isGone) return Promise.reject(new Unavailable(this.#address.name, 'has cut the connection.'));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => {
          reject(new Unavailable(this.#address.name, 'did not answer in time.'));
          this.destroy();
        },
        // The server gives up at the same moment, and its word says more: it gets a moment to arrive.
        Math.max(until - performance.now(), 0) + 100,
      );
      pending.then(
        (answer) => {
          clearTimeout(timer);
          this.#hasAnswered = true;
          resolve(answer);
        },
        (thrown: unknown) => {
          clearTimeout(timer);
          reject(this.#failed(thrown, sql));
        },
      );
    });
  }

  #failed(thrown: unknown, sql: string): Error {
    const error = postgresError(thrown, sql, this.#address.name);
    if (isServerError(thrown)) this.#hasAnswered = !(error instanceof Unavailable) || this.#hasAnswered;
    // A statement that took too long leaves a good connection behind; whatever else says `Unavailable` does not.
    const isUsable = isServerError(thrown) && (!(error instanceof Unavailable) || thrown.code === '57014');
    if (!isUsable) this.destroy();
    return error;
  }

  /** Called once by the package; a second time would be another session, which it must not have. */
  #connect(): Promise<Socket> {
    if (this.#state !== 'new') return Promise.reject(new Error('the connection was closed'));
    this.#state = 'open';
    const { host, port } = this.#address;
    const socket = new Socket();
    this.#socket = Object.assign(socket, { host });
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('the connection was closed')));
      socket.setNoDelay(true).connect(port, host, () => {
        socket.removeAllListeners('error').removeAllListeners('close');
        resolve(socket);
      });
    });
  }
}
