import { Database, traced } from '../../services/database.ts';
import type { SqlPart, SqlValue } from '../../services/sql.ts';
import { type Placeholder, type Query, toQuery } from './template.ts';

export type Row = Record<string, SqlValue>;

export interface QueryResult {
  rows: Row[];
  changes: number;
}

/** The cells of a row by the names of their columns. A loop, because `Object.fromEntries` takes six times as long. */
export function toRow(names: readonly string[], cells: readonly SqlValue[]): Row {
  const row: Row = {};
  for (let index = 0; index < names.length; index++) {
    const name = names[index]!;
    // An assignment would set the prototype instead of a property.
    if (name === '__proto__') Object.defineProperty(row, name, { value: cells[index], enumerable: true });
    else row[name] = cells[index]!;
  }
  return row;
}

/** Implements `all`, `get` and `run` in terms of a single operation. */
export abstract class SqlQueries extends Database {
  readonly #placeholder: Placeholder;

  constructor(placeholder: Placeholder) {
    super();
    this.#placeholder = placeholder;
  }

  async all<Row>(strings: TemplateStringsArray, ...parts: SqlPart[]): Promise<Row[]> {
    return (await this.#query(Number.POSITIVE_INFINITY, strings, parts)).rows as Row[];
  }

  async get<Row>(strings: TemplateStringsArray, ...parts: SqlPart[]): Promise<Row | undefined> {
    return (await this.#query(1, strings, parts)).rows[0] as Row | undefined;
  }

  async run(strings: TemplateStringsArray, ...parts: SqlPart[]): Promise<{ changes: number }> {
    return { changes: (await this.#query(0, strings, parts)).changes };
  }

  /** Runs the query and returns at most `limit` rows. */
  protected abstract perform(query: Query, limit: number): Promise<QueryResult>;

  #query(limit: number, strings: TemplateStringsArray, parts: SqlPart[]): Promise<QueryResult> {
    const query = toQuery(strings, parts, this.#placeholder);
    return traced(
      query.sql,
      () => this.perform(query, limit),
      ({ rows, changes }) => (limit === 0 ? changes : rows.length),
    );
  }
}
