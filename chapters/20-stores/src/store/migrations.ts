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
    // Step 1: enter the number and the name. Was it our turn? Then apply the change. Log it when both are there to stay.
  }
}
