import { Database, inject } from 'trellis';

/** A change that has to wait until the blog may be written again. */
export class NotNow extends Error {}

/** Whether posts may be changed: a row of a table, which every change reads in its own transaction. */
export class ReadOnly {
  @inject(Database) private readonly db!: Database;

  async isOn(db = this.db): Promise<boolean> {
    const row = await db.get<{ value: string }>`select value from settings where name = ${'read-only'}`;
    return row?.value === 'on';
  }

  async set(on: boolean): Promise<void> {
    const value = on ? 'on' : 'off';
    await this.db.run`
      insert into settings (name, value) values (${'read-only'}, ${value})
      on conflict (name) do update set value = ${value}`;
  }

  /** Runs a change in a transaction, unless nothing may be changed. */
  change<T>(work: (tx: Database) => Promise<T>): Promise<T> {
    return this.db.transaction(async (tx) => {
      if (await this.isOn(tx)) throw new NotNow('The blog is read-only.');
      return work(tx);
    });
  }
}
