import { DatabaseError } from '../../services/database-errors.ts';
import { Unavailable } from '../../services/unavailable.ts';
import { twoColumns } from '../sql/mistakes.ts';
import type { QueryResult } from '../sql/queries.ts';
import type { Query } from '../sql/template.ts';
import { isServerError, postgresError } from './errors.ts';
import type { Result, Session } from './session.ts';
import { parameter } from './values.ts';

/** The protocol counts the values of a statement in 16 bits. */
const MAX_VALUES = 65_535;

/** The server stops the statement at the deadline. Its error says more than ours, so it gets a moment to arrive. */
const MOMENT = 100;

/**
 * A connection that the pool lends to one caller at a time. Once it is lost it stays lost: nothing here reconnects, so a
 * transaction can't silently continue in a new session that never began it.
 */
export class PostgresConnection {
  readonly #session: Session;
  readonly #server: string;
  #isBroken = false;

  /** `server` is its name in messages. */
  constructor(session: Session, server: string) {
    this.#session = session;
    this.#server = server;
  }

  get isUsable(): boolean {
    return !this.#isBroken && !this.#session.isLost;
  }

  /** Returns at most `limit` rows. `until` is the deadline, on the clock of `performance.now()`. */
  async execute({ sql, values }: Query, limit: number, until: number): Promise<QueryResult> {
    if (values.length > MAX_VALUES) {
      const message = `A statement can have at most ${MAX_VALUES} values, and this one has ${values.length}.`;
      throw new DatabaseError('value', message, { sql });
    }
    const { command, columns, rows } = await this.#send(sql, values.map(parameter), limit, until);
    if (command === undefined) throw new DatabaseError('syntax', 'This SQL contains no statement.', { sql });
    if (rows.length > 0 && columns?.twice !== undefined) throw twoColumns(columns.twice, sql);
    return { rows, changes: changesOf(command) };
  }

  /** Runs `begin`, `rollback to a; release a` and the like. */
  async control(sql: string, until: number): Promise<void> {
    await this.#send(sql, undefined, 0, until);
  }

  /** Makes the pool close this connection instead of lending it again. */
  discard(): void {
    this.#isBroken = true;
  }

  close(): void {
    this.#session.close();
  }

  /** Closes it while somebody is still using it. Their next statement fails. */
  abort(): void {
    this.#session.abort(new Error('the connection was closed'));
  }

  async #send(
    text: string,
    values: (string | Buffer | null)[] | undefined,
    limit: number,
    until: number,
  ): Promise<Result> {
    try {
      return await this.#session.send(text, values, limit, Math.max(until, performance.now()) + MOMENT);
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

/** The number at the end, for a statement that changes rows. */
function changesOf(command: string): number {
  return Number(/^(?:INSERT|UPDATE|DELETE|MERGE) .*?(\d+)$/.exec(command)?.[1] ?? 0);
}
