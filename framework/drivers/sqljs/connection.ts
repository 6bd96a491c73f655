import type { SqlJsStatic, Database as Sqljs, Statement } from 'sql.js';
import { DatabaseError } from '../../services/database-errors.ts';
import type { SqlValue } from '../../services/sql.ts';
import {
  firstWord,
  isBlank,
  isDefinition,
  misplacedValue,
  missingValue,
  refuseControl,
  twoColumns,
} from '../sql/mistakes.ts';
import { type QueryResult, type Row, toRow } from '../sql/queries.ts';
import type { Query } from '../sql/template.ts';
import { sqljsError } from './errors.ts';
import type { DatabaseImage } from './image.ts';

interface Prepared {
  statement: Statement;
  /** It may change the database. */
  writes: boolean;
  /** It has a number of changed rows. For other statements, SQLite returns the number of an earlier one. */
  counts: boolean;
}

const CACHED_STATEMENTS = 100;

/**
 * One open SQLite database, in memory. With an image, it works on that in place. Synchronous: `SqljsDatabase` decides who may
 * use it when.
 */
export class SqljsConnection {
  /** Something may have been written since this was last set to false. */
  dirty = false;
  readonly #sqljs: Sqljs;
  readonly #image: DatabaseImage | undefined;
  /** By SQL, least recently used first. */
  readonly #prepared = new Map<string, Prepared>();
  #closed = false;

  constructor(engine: SqlJsStatic, image?: DatabaseImage) {
    this.#sqljs = new engine.Database(image?.content() as unknown as Uint8Array);
    this.#image = image;
    // SQLite resets both for every connection. Its own journal only serves rollbacks, because what survives a crash is what
    // `DatabaseFile` saves. In memory, it makes small writes three times as fast.
    try {
      this.#sqljs.run('pragma foreign_keys = on; pragma journal_mode = memory');
    } catch (error) {
      this.#sqljs.close();
      throw sqljsError(error, 'pragma journal_mode', 'damaged');
    }
  }

  /** Returns at most `limit` rows. */
  execute({ sql, values }: Query, limit: number): QueryResult {
    this.#assertOpen(sql);
    const { statement, writes, counts } = this.#prepare(sql, values.length);
    // Set before it runs: an `insert or fail` keeps some of its rows even if it fails.
    if (writes) this.dirty = true;
    try {
      statement.bind(values.map(bindable));
      const rows: Row[] = [];
      let columns: string[] | undefined;
      while (statement.step()) {
        // Not before the first step, which is where SQLite notices columns that were added in the meantime.
        columns ??= limit > 0 ? columnNames(statement, sql) : [];
        if (rows.length < limit) rows.push(readRow(statement, columns));
        // A write must run to its end, however many rows the caller wants.
        if (rows.length >= limit && !writes) break;
      }
      return { rows, changes: counts ? this.#sqljs.getRowsModified() : 0 };
    } catch (error) {
      throw error instanceof DatabaseError ? error : sqljsError(error, sql, 'other');
    } finally {
      // A statement that isn't reset keeps its tables locked.
      statement.reset();
    }
  }

  /** Runs `begin` and the like, which `execute` refuses. */
  control(sql: string): void {
    this.#assertOpen(sql);
    try {
      this.#sqljs.run(sql);
    } catch (error) {
      throw sqljsError(error, sql, 'other');
    }
  }

  /** Checks the whole database. Returns what SQLite finds wrong with it, or undefined. */
  findDamage(): string | undefined {
    try {
      const found = this.#sqljs.exec('pragma integrity_check')[0]!.values[0]![0];
      return found === 'ok' ? undefined : String(found);
    } catch (error) {
      return (error as Error).message;
    }
  }

  /**
   * Brings the image up to date. Not inside a transaction. Returns false if the connection no longer works on the image: when
   * a file becomes shorter (`vacuum`, or a large transaction that was rolled back), sql.js continues with a copy.
   */
  updateImage(): boolean {
    const image = this.#image!;
    this.#assertOpen('save');
    try {
      const { comparisons } = image;
      // Starts a transaction, and SQLite then compares the change counter in the file.
      this.#sqljs.exec('pragma schema_version');
      if (image.comparisons > comparisons) return true;
      image.replace(this.#sqljs.export());
      return false;
    } catch (error) {
      throw sqljsError(error, 'save', 'other');
    }
  }

  close(): void {
    this.#closed = true;
    this.#prepared.clear();
    this.#sqljs.close(); // frees the statements too
  }

  #prepare(sql: string, count: number): Prepared {
    const known = this.#prepared.get(sql);
    if (known) {
      this.#prepared.delete(sql);
      this.#prepared.set(sql, known);
      return known;
    }
    refuseControl(sql);
    refuseAttached(sql);
    const prepared = this.#compile(sql, count);
    this.#prepared.set(sql, prepared);
    if (this.#prepared.size > CACHED_STATEMENTS) {
      const [oldest, { statement }] = this.#prepared.entries().next().value!;
      this.#prepared.delete(oldest);
      statement.free();
    }
    return prepared;
  }

  #compile(sql: string, count: number): Prepared {
    let statement: Statement;
    try {
      statement = this.#sqljs.prepare(sql);
    } catch (error) {
      throw count > 0 && isDefinition(sql) && ABOUT_PLACEHOLDERS.test(String(error))
        ? misplacedValue(sql)
        : sqljsError(error, sql, 'syntax');
    }
    try {
      refuseSecondStatement(statement, sql);
      refuseMisplacedValues(statement, sql, count);
      const word = firstWord(sql);
      const writes = !/^(select|values|explain)$/.test(word) && this.#programWrites(sql);
      return { statement, writes, counts: writes && /^(insert|update|delete|replace|with)$/.test(word) };
    } catch (error) {
      statement.free();
      throw error instanceof DatabaseError ? error : sqljsError(error, sql, 'syntax');
    }
  }

  /** Asks SQLite for the program of a statement: `with …` and `pragma …` may read or write, and the SQL doesn't show which. */
  #programWrites(sql: string): boolean {
    const program = this.#sqljs.exec(`explain ${sql}`)[0]?.values ?? [];
    return program.some(([, operation, , p2]) => {
      return operation === 'Transaction' ? p2 !== 0 : /^(Vacuum|JournalMode|Checkpoint)$/.test(String(operation));
    });
  }

  #assertOpen(sql: string): void {
    if (this.#closed) throw new DatabaseError('closed', 'The database has been stopped.', { sql });
  }
}

/** What SQLite says about a placeholder in a definition. The author of the SQL hasn't written a placeholder. */
const ABOUT_PLACEHOLDERS = /near "(\?|\+|cast)"|parameters |is not constant/;

/**
 * The placeholder of a value. sql.js binds integers beyond 32 bits as floating point numbers, and a bigint as a string, so
 * these need a cast. The plus removes the type affinity of the cast, and comparisons and indexes work as with a bare `?`.
 */
export function placeholder(value: SqlValue): string {
  const wide = typeof value === 'bigint' || (Number.isSafeInteger(value) && value !== ((value as number) | 0));
  return wide ? '+cast(? as integer)' : '?';
}

function bindable(value: SqlValue): string | number | Uint8Array | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'bigint') return String(value);
  // Half a character (a lone surrogate, which JSON can contain) can't be encoded in UTF-8. sql.js would store bytes that
  // nothing can decode.
  if (typeof value === 'string') return value.replace(/\p{Surrogate}/gu, '\uFFFD');
  return value;
}

function columnNames(statement: Statement, sql: string): string[] {
  const names = statement.getColumnNames();
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice === undefined) return names;
  throw twoColumns(twice, sql);
}

function readRow(statement: Statement, columns: string[]): Row {
  let values: SqlValue[] = statement.get();
  // An integer beyond 2^53 has been rounded: read the row again, this time with bigints.
  if (values.some((value) => Number.isInteger(value) && !Number.isSafeInteger(value))) {
    const exact = (statement as unknown as ExactStatement).get(null, { useBigInt: true });
    values = values.map((value, index) => (Number.isSafeInteger(value) ? value : exact[index]!));
  }
  return toRow(columns, values);
}

/** The published types of sql.js lack this option. */
interface ExactStatement {
  get(params: null, options: { useBigInt: true }): SqlValue[];
}

function refuseAttached(sql: string): void {
  const word = firstWord(sql);
  if (/^(attach|detach)$/.test(word)) {
    throw new DatabaseError('misuse', `"${word}" is not supported: only the database in DATABASE_URL is saved.`, {
      sql,
    });
  }
}

/** SQLite prepares the first statement and silently ignores the rest. */
function refuseSecondStatement(statement: Statement, sql: string): void {
  const rest = sql.slice(statement.getSQL().length);
  if (isBlank(rest)) return;
  throw new DatabaseError(
    'syntax',
    `A call can run only one statement. A second one starts here: ${rest.trim().slice(0, 60)}`,
    {
      sql,
    },
  );
}

function refuseMisplacedValues(statement: Statement, sql: string, count: number): void {
  if (!hasRoomFor(statement, count)) throw misplacedValue(sql);
  if (hasRoomFor(statement, count + 1)) throw missingValue(sql);
}

function hasRoomFor(statement: Statement, count: number): boolean {
  try {
    return statement.bind(Array<number>(count).fill(0));
  } catch {
    return false;
  }
}
