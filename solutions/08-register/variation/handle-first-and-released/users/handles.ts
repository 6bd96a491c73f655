import { Database, inject } from 'trellis';

/** The handles of users. One is claimed before its user exists, so it may belong to nobody for a moment. */
export class Handles {
  @inject(Database) private readonly db!: Database;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists handles (
      key text primary key,
      handle text not null,
      owner text not null
    )`;
  }

  async claim(handle: string, owner: string): Promise<boolean> {
    const { changes } = await this.db.run`
      insert into handles (key, handle, owner) values (${handle.toLowerCase()}, ${handle}, ${owner})
      on conflict do nothing`;
    return changes === 1;
  }

  async release(owner: string): Promise<void> {
    await this.db.run`delete from handles where owner = ${owner}`;
  }

  async find(handle: string) {
    return this.db.get<{ handle: string; owner: string }>`
      select handle, owner from handles where key = ${handle.toLowerCase()}`;
  }
}
