import type { FieldDef, PoolClient, QueryConfig } from 'pg';
import { DatabaseError } from '../../services/database-errors.ts';
import { Unavailable } from '../../services/unavailable.ts';
import type { QueryResult, Row } from '../sql/queries.ts';
import type { Query } from '../sql/template.ts';
import { twoColumns } from '../sql/words.ts';
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

  /** Returns at most `limit` rows. */
  async execute({ sql, values }: Query, limit: number): Promise<QueryResult> {
    if (values.length > MAX_VALUES) {
      const message = `A statement can have at most ${MAX_VALUES} values, and this one has ${values.length}.`;
      throw new DatabaseError('value', message, { sql });
    }
    // With values, `pg` uses the extended protocol, which refuses a second statement in the same string. An object as the
    // only argument would say so for all statements, but `pg` clones it, which takes longer than the rest of this method.
    const { command, fields, rows, rowCount } =
      values.length > 0
        ? await this.#send(sql, (client) => client.query<Row>(sql, values.map(parameter)))
        : await this.#send(sql, (client) => client.query<Row>({ text: sql, queryMode: 'extended' } as QueryConfig));
    if (!command) throw new DatabaseError('syntax', 'This SQL contains no statement.', { sql });
    const twice = limit > 0 && rows.length > 0 && nameOfTwo(fields);
    if (twice) throw twoColumns(twice, sql);
    return {
      rows: rows.length > limit ? rows.slice(0, limit) : rows,
      changes: /^(INSERT|UPDATE|DELETE|MERGE)/.test(command) ? (rowCount ?? 0) : 0,
    };
  }

  /** Runs `begin`, `rollback to a; release a` and the like. */
  async control(sql: string): Promise<void> {
    await this.#send(sql, (client) => client.query(sql));
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

  async #send<T>(sql: string, query: (client: PoolClient) => Promise<T>): Promise<T> {
    try {
      return await query(this.#client);
    } catch (thrown) {
      const error = postgresError(thrown, sql, this.#server);
      // A statement that the server stopped in time leaves a working connection behind. After everything else that is
      // `Unavailable`, nobody knows the state of the session.
      const isUsable = isServerError(thrown) && (!(error instanceof Unavailable) || thrown.code === '57014');
      if (!isUsable) this.discard();
      throw error;
    }
  }
}

/** The name that two columns share. */
function nameOfTwo(fields: readonly FieldDef[]): string | undefined {
  return fields.find(({ name }, index) => fields.findIndex((field) => field.name === name) < index)?.name;
}
