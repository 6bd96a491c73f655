import { type Controller, cli, command, createApp, Database, inject, module, type Route } from 'trellis';

/** A library, with 50,000 loans. Shows how the database finds those of one book. */
class Loans implements Controller {
  @inject(Database) private readonly db!: Database;

  routes(): Route[] {
    return [{ path: '/', handler: command(this.show, { summary: 'how the database finds the loans of a book' }) }];
  }

  async show() {
    await this.#fill();
    const before = await this.#plan();
    await this.db.run`create index loans_by_book on loans (book)`;
    return [...before, '', 'With an index on the book:', ...(await this.#plan())].join('\n');
  }

  async #fill(): Promise<void> {
    await this.db.run`drop table if exists loans`;
    await this.db.run`create table loans (reader text, book text, day text, primary key (reader, book))`;
    await this.db.run`
      insert into loans (reader, book, day)
      with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < 49999)
      select 'reader ' || (n / 50), 'book ' || (n % 50 + n / 1000 * 50), '2026-03-01' from numbers`;
  }

  async #plan(): Promise<string[]> {
    const isPostgres = process.env.DATABASE_URL?.startsWith('postgres') ?? false;
    const rows = isPostgres
      ? await this.db.all<Record<string, string>>`explain select day from loans where book = 'book 7'`
      : await this.db.all<Record<string, string>>`explain query plan select day from loans where book = 'book 7'`;
    return rows.map((row) => row['QUERY PLAN'] ?? row.detail ?? '');
  }
}

const app = createApp(module('Library', { declarations: [Loans] }), { platform: cli({ name: 'loans' }) });
process.exitCode = await app.run();
