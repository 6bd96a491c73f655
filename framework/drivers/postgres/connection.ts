import type { PoolClient } from 'pg';
import { DatabaseError } from '../../services/database-errors.ts';
import { Unavailable } from '../../services/unavailable.ts';
import { twoColumns } from '../sql/mistakes.ts';
import { type QueryResult, type Row, toRow } from '../sql/queries.ts';
import type { Query } from '../sql/template.ts';
import { isServerError, postgresError } from './errors.ts';
import { parameter } from './values.ts';

/** The protocol counts the values of a statement in 16 bits. */
const MAX_VALUES = 65_535;

/**
 * A connection that the pool has lent to one caller. Once it is lost it stays lost: the client of `pg` never reconnects, so
 * a transaction can't silently continue in a new session that never began it.
 */
export class PostgresConnection {
  readonly #client: PoolClient;
  readonly #server: string;
  #isBroken = false;

  /** `server` is its name in messages. */
  constructor(client: PoolClient, server: string) {
    this.#client = client;
    this.#server = server;
  }

  /** Returns at most `limit` rows. `until` is the deadline, on the clock of `performance.now()`. */
  async execute({ sql, values }: Query, limit: number, until: number): Promise<QueryResult> {
    if (values.length > MAX_VALUES) {
      const message = `A statement can have at most ${MAX_VALUES} values, and this one has ${values.length}.`;
      throw new DatabaseError('value', message, { sql });
    }
    // The extended protocol even without values: it refuses a second statement in the same string.
    const extended = { queryMode: 'extended', values: values.map(parameter) };
    const { command, fields, rows, rowCount } = await this.#send(sql, until, extended);
    if (!command) throw new DatabaseError('syntax', 'This SQL contains no statement.', { sql });
    const names = fields.map(({ name }) => name);
    const twice = limit > 0 && rows.length > 0 && names.find((name, index) => names.indexOf(name) < index);
    if (typeof twice === 'string') throw twoColumns(twice, sql);
    return {
      rows: rows.slice(0, limit).map((cells) => toRow(names, cells)),
      changes: /^(INSERT|UPDATE|DELETE|MERGE)/.test(command) ? (rowCount ?? 0) : 0,
    };
  }

  /** Runs `begin`, `rollback to a; release a` and the like. */
  async control(sql: string, until: number): Promise<void> {
    await this.#send(sql, until);
  }

  /** Makes the pool close this connection instead of lending it again. */
  discard(): void {
    this.#isBroken = true;
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  /** Closes it while somebody is still using it. Their next statement fails. */
  abort(): void {
    void this.#client.end();
  }

  async #send(text: string, until: number, extended?: { queryMode: string; values: unknown[] }) {
    // The server stops the statement at the deadline. Its error says more than ours, so it gets a moment to arrive.
    const timeout = Math.max(until - performance.now(), 0) + 100;
    const query = { text, rowMode: 'array' as const, query_timeout: timeout, ...extended };
    try {
      return await this.#client.query<Row[string][]>(query);
    } catch (thrown) {
      const error = postgresError(thrown, text, this.#server);
      // A statement that the server stopped in time leaves a working connection behind. After everything else that is
      // `Unavailable`, nobody knows the state of the session.
      const isUsable = isServerError(thrown) && (!(error instanceof Unavailable) || thrown.code === '57014');
      if (!isUsable) this.discard();
      throw error;
    }
  }
}
