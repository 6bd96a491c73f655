import { Database, type SqlValue, traced } from '../../services/database.ts';
import { type Query, toQuery } from './template.ts';

export type Row = Record<string, SqlValue>;

export interface QueryResult {
  rows: Row[];
  changes: number;
}

/** Writes the placeholder for a value in the SQL of one database. */
export type Placeholder = (value: SqlValue, index: number) => string;

/** Implements `all`, `get` and `run` by a single operation. */
export abstract class SqlQueries extends Database {
  readonly #placeholder: Placeholder;

  constructor(placeholder: Placeholder) {
    super();
    this.#placeholder = placeholder;
  }

  async all<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]> {
    return (await this.#query(Number.POSITIVE_INFINITY, strings, values)).rows as Row[];
  }

  async get<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row | undefined> {
    return (await this.#query(1, strings, values)).rows[0] as Row | undefined;
  }

  async run(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<{ changes: number }> {
    return { changes: (await this.#query(0, strings, values)).changes };
  }

  /** Runs the query and returns at most `limit` rows. */
  protected abstract perform(query: Query, limit: number): Promise<QueryResult>;

  #query(limit: number, strings: TemplateStringsArray, values: SqlValue[]): Promise<QueryResult> {
    const query = toQuery(strings, values, this.#placeholder);
    return traced(
      query.sql,
      () => this.perform(query, limit),
      ({ rows, changes }) => (limit === 0 ? changes : rows.length),
    );
  }
}
