import type { Client, Connection, Submittable } from 'pg';
import { Deadline } from '../deadline.ts';
import type { Row } from '../sql/queries.ts';
import { Columns } from './columns.ts';
import { MESSAGE, MessageReader, ServerError } from './messages.ts';
import { extendedQuery, simpleQuery, TERMINATE } from './requests.ts';

/** What the server has sent in response to one statement. */
export interface Result {
  readonly columns: Columns | undefined;
  readonly rows: Row[];
  /** `SELECT 3`, `INSERT 0 1` and the like. Undefined if there was no statement. */
  readonly command: string | undefined;
}

/** The server did not respond before the deadline. */
export class NoResponse extends Error {}

interface Exchange {
  columns: Columns | undefined;
  rows: Row[];
  command: string | undefined;
  /** The maximum number of rows. */
  readonly limit: number;
  error: Error | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A session on the server, which runs one statement at a time. `pg` connects, encrypts and logs in, and then passes its
 * connection to an object with a method `submit`, which it takes for a query: https://node-postgres.com/apis/client#clientquery.
 * This one keeps the connection for good, and reads the responses itself, because `pg` spends as much time on the messages
 * of a row as the socket does on sending them: docs/reference/performance.md has the figures.
 */
export class Session implements Submittable {
  readonly #onLost: () => void;
  readonly #deadline = new Deadline(() => this.abort(new NoResponse('did not respond in time')));
  #connection: Connection | undefined;
  #exchange: Exchange | undefined;
  #problem: Error | undefined;

  /** Takes over the connection of a client that has just connected. */
  constructor(client: Client, onLost: () => void) {
    this.#onLost = onLost;
    client.query(this);
  }

  get isLost(): boolean {
    return this.#problem !== undefined;
  }

  /** Called by `pg`. */
  submit(connection: Connection): void {
    const reader = new MessageReader(this.#receive);
    this.#connection = connection;
    if (connection.stream.listenerCount('data') !== 1) {
      this.#problem = new Error(
        'This version of the package pg reads its connection in a way that Trellis does not know.',
      );
      connection.stream.destroy();
      throw this.#problem;
    }
    connection.stream.removeAllListeners('data').on('data', (chunk: Buffer) => {
      try {
        reader.read(chunk);
      } catch (error) {
        // What isn't a message ends the session, and not the process.
        this.abort(error as Error);
      }
    });
  }

  /** Called by `pg` when the connection is lost. */
  handleError(error: Error): void {
    this.#lose(error);
  }

  /**
   * Sends one statement with its values, or without them any number of statements. Returns at most `limit` rows. After
   * `until`, on the clock of `performance.now()`, it gives up, and the session is lost.
   */
  send(text: string, values: (string | Buffer | null)[] | undefined, limit: number, until: number): Promise<Result> {
    return new Promise((resolve, reject) => {
      // A transaction gives up on a statement that doesn't end, and rolls back: the server does so if the session ends.
      if (this.#exchange !== undefined) this.abort(new Error('the statement before this one has not ended'));
      if (this.#problem !== undefined) return reject(this.#problem);
      this.#exchange = { columns: undefined, rows: [], command: undefined, limit, error: undefined, resolve, reject };
      this.#deadline.set(until);
      try {
        this.#write(this.#connection!, text, values);
      } catch (error) {
        // Half of a statement may be on its way.
        this.abort(error as Error);
      }
    });
  }

  /** Ends the session in an orderly way. */
  close(): void {
    this.#lose(new Error('the connection was closed'));
    this.#connection?.stream.end(TERMINATE);
  }

  /** Ends the session at once. A statement that runs fails with this error. */
  abort(error: Error): void {
    this.#lose(error);
    this.#connection?.stream.destroy();
  }

  #write({ stream }: Connection, text: string, values: (string | Buffer | null)[] | undefined): void {
    stream.write(values === undefined ? simpleQuery(text) : extendedQuery(text, values));
  }

  readonly #receive = (code: number, bytes: Buffer, start: number, end: number): void => {
    const exchange = this.#exchange;
    if (exchange === undefined) {
      // The server says why it is about to close an idle session.
      if (code === MESSAGE.error) this.#lose(new ServerError(bytes, start, end));
      return;
    }
    switch (code) {
      case MESSAGE.dataRow:
        if (exchange.rows.length < exchange.limit) exchange.rows.push(exchange.columns!.read(bytes, start));
        break;
      case MESSAGE.rowDescription:
        exchange.columns = Columns.of(bytes, start, end);
        break;
      case MESSAGE.commandComplete:
        exchange.command = bytes.toString('latin1', start, end - 1);
        break;
      case MESSAGE.error:
        exchange.error = new ServerError(bytes, start, end);
        break;
      case MESSAGE.readyForQuery:
        this.#exchange = undefined;
        this.#deadline.clear();
        if (exchange.error === undefined) exchange.resolve(exchange);
        else exchange.reject(exchange.error);
    }
  };

  #lose(problem: Error): void {
    if (this.#problem !== undefined) return;
    this.#problem = problem;
    this.#deadline.clear();
    const exchange = this.#exchange;
    this.#exchange = undefined;
    exchange?.reject(exchange.error ?? problem);
    this.#onLost();
  }
}
