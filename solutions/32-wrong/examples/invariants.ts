import { type Controller, cli, command, createApp, Database, inject, module, type Route } from 'trellis';

/** A library that counts what must never exist. */
class Library implements Controller {
  @inject(Database) private readonly db!: Database;

  routes(): Route[] {
    return [{ path: '/', handler: command(this.count, { summary: 'count what must never exist' }) }];
  }

  async count() {
    await this.#fill();
    const twice = await this.db.all`
      select copy, count(*) as readers from loans where returned is null group by copy having count(*) > 1`;
    const wrong = await this.db.all`
      select id, copies, available, lent from (
        select books.*, (select count(*) from loans where book = books.id and returned is null) as lent from books
      ) where available <> copies - lent`;
    return [
      `copies that two readers have at the same time: ${twice.length}`,
      `books whose number of available copies is wrong: ${wrong.length}`,
      ...wrong.map((row) => `  ${JSON.stringify(row)}`),
    ].join('\n');
  }

  async #fill(): Promise<void> {
    await this.db.run`drop table if exists books`;
    await this.db.run`drop table if exists loans`;
    await this.db.run`create table books (id text primary key, copies integer, available integer)`;
    await this.db.run`create table loans (book text, copy text, reader text, returned text)`;
    await this.db.run`insert into books values ('book-1', 2, 1), ('book-2', 3, 3), ('book-3', 4, 3)`;
    await this.db.run`
      insert into loans values ('book-1', 'copy-2', 'Noor', null), ('book-2', 'copy-4', 'Teun', '2026-03-01'),
        ('book-3', 'copy-7', 'Noor', null), ('book-3', 'copy-9', 'Teun', null)`;
  }
}

const app = createApp(module('Library', { declarations: [Library] }), { platform: cli({ name: 'invariants' }) });
process.exitCode = await app.run();
