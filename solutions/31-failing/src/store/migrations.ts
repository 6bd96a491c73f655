import { Database, inject, Log } from 'trellis';
import type { Migration } from './migration.ts';
import { schema } from './schema.ts';

/** Brings the tables up to date at startup. If several processes start at once, each change is applied by one of them. */
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
      // PostgreSQL first looks and then creates. If another process was faster, this one fails, and the table exists.
      await this.db.get`select number from migrations`.catch(() => Promise.reject(error));
    }
  }

  async #once(number: number, { name, apply }: Migration): Promise<void> {
    const isOurs = await this.db.transaction(async (tx) => {
      // The primary key is the lock: a second process waits here until the first has committed, and then inserts nothing.
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
