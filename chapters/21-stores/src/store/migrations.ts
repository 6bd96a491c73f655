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
    // Step 1: in one transaction, insert the number and the name. If that inserted a row, apply the migration. Log it after the commit.
  }
}
