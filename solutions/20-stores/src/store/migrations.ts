import { Database, inject, Log } from 'trellis';
import type { Migration } from './migration.ts';
import { schema } from './schema.ts';

/** Brings the tables up to date, at start. However many processes start at once, each change is made by one of them. */
export class Migrations {
  @inject(Database) private readonly db!: Database;
  @inject(Log) private readonly log!: Log;

  async onStart(): Promise<void> {
    await this.#createTable();
    for (const [index, migration] of schema.entries()) await this.#once(index + 1, migration);
  }

  async #createTable(): Promise<void> {
    try {
      await this.db.run`create table if not exists migrations (
        number integer primary key,
        name text not null,
        applied_at text not null
      )`;
    } catch (error) {
      // PostgreSQL looks first and creates then: of two who looked at once, one fails. Then it is there by now.
      await this.db.get`select number from migrations`.catch(() => Promise.reject(error));
    }
  }

  async #once(number: number, { name, apply }: Migration): Promise<void> {
    const isOurs = await this.db.transaction(async (tx) => {
      // The key is the lock: whoever comes second waits in this line until the first has committed, and inserts nothing.
      const { changes } = await tx.run`
        insert into migrations (number, name, applied_at)
        values (${number}, ${name}, ${new Date().toISOString()})
        on conflict (number) do nothing`;
      if (changes === 0) return false;
      await apply(tx);
      return true;
    });
    if (isOurs) this.log.info('migration', { number, name });
  }
}
