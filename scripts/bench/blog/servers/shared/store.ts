import { Pool } from 'pg';
import initSqlJs, { type Statement } from 'sql.js';

export type Value = string | number | boolean | null;

/** SQL with `$1`, `$2` … in this order, which PostgreSQL and SQLite both understand. */
export interface Store {
  all<Row>(sql: string, values: Value[]): Promise<Row[]>;
  run(sql: string, values?: Value[]): Promise<void>;
}

/** PostgreSQL or SQLite, each by its package alone, as the peers use them. Trellis has its own drivers. */
export function openStore(url: string): Promise<Store> {
  return url.startsWith('postgres') ? openPostgres(url) : openSqlite();
}

async function openPostgres(connectionString: string): Promise<Store> {
  // As many connections as Trellis opens.
  const pool = new Pool({ connectionString, max: Number(process.env.DATABASE_POOL || 10) });
  // A connection that is lost while nobody uses it must not end the process.
  pool.on('error', () => {});
  return {
    all: async <Row>(sql: string, values: Value[]) => (await pool.query(sql, values)).rows as Row[],
    run: async (sql, values) => void (await pool.query(sql, values)),
  };
}

async function openSqlite(): Promise<Store> {
  const { Database } = await initSqlJs();
  const database = new Database();
  database.run('pragma foreign_keys = on; pragma journal_mode = memory');
  const statements = new Map<string, Statement>();
  const prepare = (sql: string, values: Value[]) => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    statement.bind(values.map((value) => (typeof value === 'boolean' ? Number(value) : value)));
    return statement;
  };
  return {
    async all<Row>(sql: string, values: Value[]) {
      const statement = prepare(sql, values);
      const rows: Row[] = [];
      while (statement.step()) rows.push(statement.getAsObject() as Row);
      statement.reset();
      return rows;
    },
    async run(sql, values = []) {
      const statement = prepare(sql, values);
      statement.step();
      statement.reset();
    },
  };
}
