import type { SqlJsStatic } from 'sql.js';
import { inject } from '../../core/inject.ts';
import { type Connections, type Database, traced } from '../../services/database.ts';
import { DatabaseError } from '../../services/database-errors.ts';
import { Log } from '../../services/log/log.ts';
import { sqljsAddress } from '../database-url.ts';
import { type QueryResult, SqlQueries } from '../sql/queries.ts';
import type { Query } from '../sql/template.ts';
import { patience, SqlTransaction, type TransactionHost } from '../sql/transaction.ts';
import { Turns } from '../sql/turns.ts';
import { placeholder, SqljsConnection } from './connection.ts';
import { DatabaseFile, damaged } from './database-file.ts';
import { sqljsEngine } from './engine.ts';

/** The whole file is in memory, and every start reads and checks all of it. */
const LARGE_FILE = 100_000_000;

export interface SqljsOptions {
  /** How many milliseconds a statement waits for a transaction before it fails with `busy`. */
  deadline?: number;
  /** The size of a file, in bytes, at which the log recommends PostgreSQL. */
  largeFile?: number;
  /** The size in bytes that the journal of a file may reach before a checkpoint. */
  journalLimit?: number;
}

/** What exists between `onStart` and `onStop`. */
interface Open {
  engine: SqlJsStatic;
  connection: SqljsConnection;
  file: DatabaseFile | undefined;
  turns: Turns;
  /** The save that is waiting for its turn or running. Resolves to the error, if there is one. */
  save: Promise<DatabaseError | undefined> | undefined;
}

/**
 * SQLite in memory, through sql.js. With a file, every change is on disk before its promise resolves.
 *
 * Statements, transactions and saves take turns, so none ever sees another one half done. A save queues up last, and every
 * write before it shares it. Nothing else runs during a save. If it fails, going back to the last save therefore undoes
 * exactly the statements that report the failure.
 */
export class SqljsDatabase extends SqlQueries {
  /** Undefined outside an application. */
  @inject(Log) log: Log | undefined = undefined;
  readonly #path: string | undefined;
  readonly #deadline: number;
  readonly #largeFile: number;
  readonly #journalLimit: number | undefined;
  #open: Open | undefined;
  #stopping = false;
  #warned = false;

  constructor(
    url = process.env.DATABASE_URL ?? 'memory:',
    { deadline = 5_000, largeFile = LARGE_FILE, journalLimit }: SqljsOptions = {},
  ) {
    super(placeholder);
    this.#path = sqljsAddress(url).path;
    this.#deadline = deadline;
    this.#largeFile = largeFile;
    this.#journalLimit = journalLimit;
  }

  async onStart(): Promise<void> {
    if (this.#open) throw new DatabaseError('misuse', 'The database has already been started.');
    const engine = await sqljsEngine();
    const file =
      this.#path === undefined ? undefined : await DatabaseFile.open(this.#path, { journalLimit: this.#journalLimit });
    try {
      const connection = connect(engine, file);
      this.#open = { engine, connection, file, turns: new Turns(), save: undefined };
      this.#stopping = false;
      this.#warnAboutSize(file);
    } catch (error) {
      file?.release();
      throw error;
    }
  }

  /** Lets running statements finish and saves them; gives up on a transaction that doesn't end before the deadline. */
  async onStop(): Promise<void> {
    const open = this.#open;
    if (!open || this.#stopping) return;
    this.#stopping = true;
    const idle = await settle(open.turns.take('the end', patience(this.#deadline, 'close')));
    if (idle.ok && open.save) {
      open.turns.release();
      await open.save;
    }
    try {
      if (idle.ok && open.file?.hasJournal) {
        open.connection.updateImage();
        await open.file.checkpoint();
      }
    } finally {
      this.#open = undefined;
      open.connection.close();
      open.file?.release();
    }
  }

  async transaction<T>(work: (tx: Database) => Promise<T>): Promise<T> {
    const open = this.#opened('begin');
    await traced('begin', () => open.turns.take('a transaction', patience(this.#deadline, 'begin')));
    const { connection } = open;
    const attempt = await settle(SqlTransaction.run(this.#host(connection), work));
    const save = this.#savedBy(open, connection.dirty && attempt.ok);
    connection.dirty = false;
    open.turns.release();
    if (!attempt.ok) {
      await traced('rollback', async () => void (await save));
      throw attempt.error;
    }
    await traced('commit', async () => {
      const failure = await save;
      // Even if it only read: what it saw has been undone, and its work can't simply be repeated.
      if (failure) throw failure;
    });
    return attempt.value;
  }

  override connections(): Connections | undefined {
    const turns = this.#open?.turns;
    if (turns === undefined) return undefined;
    const used = turns.isTaken ? 1 : 0;
    return { used, idle: 1 - used, waiting: turns.waiting };
  }

  protected async perform(query: Query, limit: number): Promise<QueryResult> {
    for (;;) {
      const open = this.#opened(query.sql);
      if (!open.turns.takeIfFree('a statement')) {
        await open.turns.take('a statement', patience(this.#deadline, query.sql));
      }
      const { connection } = open;
      let result: QueryResult | undefined;
      let refusal: unknown;
      try {
        result = connection.execute(query, limit);
      } catch (error) {
        refusal = error;
      }
      const wrote = connection.dirty;
      const save = this.#savedBy(open, wrote);
      connection.dirty = false;
      open.turns.release();

      const failure = save && (await save);
      if (failure && wrote) throw failure;
      // It wrote nothing, but what it saw has been undone: read again.
      if (failure) continue;
      if (result) return result;
      throw refusal;
    }
  }

  /**
   * The save that makes everything written so far durable, or undefined if it already is. Readers wait for it too: they
   * must not report changes that may still be undone.
   */
  #savedBy(open: Open, wrote: boolean): Open['save'] {
    if (wrote && open.file) open.save ??= this.#save(open, open.file);
    return open.save;
  }

  async #save(open: Open, file: DatabaseFile): Promise<DatabaseError | undefined> {
    await open.turns.take('a save');
    let isCurrent = false;
    try {
      isCurrent = open.connection.updateImage();
      await file.save();
      this.#warnAboutSize(file);
      return undefined;
    } catch (error) {
      isCurrent = false;
      file.image.undo();
      return error as DatabaseError;
    } finally {
      // Not if the database was closed while the save was waiting for a transaction that didn't end.
      if (!isCurrent && this.#open === open) {
        open.connection.close();
        open.connection = new SqljsConnection(open.engine, file.image);
      }
      open.save = undefined;
      open.turns.release();
    }
  }

  /** Once per process: at startup, or when the file grows. */
  #warnAboutSize(file: DatabaseFile | undefined): void {
    const bytes = file?.image.size ?? 0;
    if (bytes < this.#largeFile || this.#warned) return;
    this.#warned = true;
    this.log?.warn('The database file is large, and all of it is in memory. Move to PostgreSQL.', {
      file: file!.path,
      megabytes: Math.round(bytes / 1e6),
    });
  }

  #host(connection: SqljsConnection): TransactionHost {
    return {
      placeholder,
      deadline: this.#deadline,
      execute: (query, limit) => connection.execute(query, limit),
      // The outermost begin and commit are traced above, including the time they waited.
      control: (sql) =>
        /^(begin|commit|rollback)$/.test(sql)
          ? connection.control(sql)
          : traced(sql, async () => connection.control(sql)),
    };
  }

  #opened(sql: string): Open {
    if (this.#open && !this.#stopping) return this.#open;
    const message = this.#stopping
      ? 'The database has been stopped.'
      : 'The database has not been started yet. An application starts it before it calls onStart() of the classes that inject ' +
        'it: move this statement there.';
    throw new DatabaseError('closed', message, { sql });
  }
}

/** Opens the last image, if there is one, and checks it: a damaged database must not be written back. */
function connect(engine: SqlJsStatic, file: DatabaseFile | undefined): SqljsConnection {
  try {
    const connection = new SqljsConnection(engine, file?.image);
    const damage = file && file.image.size > 0 ? connection.findDamage() : undefined;
    if (damage === undefined) return connection;
    connection.close();
    throw new DatabaseError('damaged', damage);
  } catch (error) {
    if (file && error instanceof DatabaseError && error.code === 'damaged') {
      throw damaged(file.path, `is damaged (${error.message})`);
    }
    throw error;
  }
}

type Settled<T> = { ok: true; value: T } | { ok: false; error: unknown };

function settle<T>(promise: Promise<T>): Promise<Settled<T>> {
  return promise.then(
    (value) => ({ ok: true, value }),
    (error) => ({ ok: false, error }),
  );
}
