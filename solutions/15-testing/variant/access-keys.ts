import { randomBytes, randomUUID } from 'node:crypto';
import { Clock, Database, inject } from 'trellis';
import { fingerprint } from './fingerprint.ts';

/** A key, as clients see it. */
export interface AccessKey {
  scope: string;
  name: string;
  id: string;
  user_id: string;
  created_at: string;
}

/** The keys of programs. */
export class AccessKeys {
  @inject(Clock) private readonly clock!: Clock;
  @inject(Database) private readonly db!: Database;
  /** Keys that were made at the same moment keep their order. */
  #count = 0;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists access_key (
      id text primary key,
      place integer not null,
      owner text not null references person (person_id),
      label text not null,
      print text not null unique,
      may text not null,
      since text not null
    )`;
  }

  async add(owner: string, label: string, may: string): Promise<AccessKey & { key: string }> {
    const key = `k-${randomBytes(40).toString('hex')}`;
    const since = new Date(this.clock.now()).toISOString();
    const id = randomUUID();
    await this.db.run`
      insert into access_key (id, place, owner, label, print, may, since)
      values (${id}, ${++this.#count}, ${owner}, ${label}, ${fingerprint(key)}, ${may}, ${since})`;
    return { key, scope: may, name: label, id, user_id: owner, created_at: since };
  }

  of(owner: string): Promise<AccessKey[]> {
    return this.db.all<AccessKey>`
      select may as scope, label as name, id, owner as user_id, since as created_at
      from access_key where owner = ${owner} order by since desc, place desc`;
  }

  async remove(id: string, owner: string): Promise<void> {
    const keys = await this.of(owner);
    if (keys.some((key) => key.id === id)) await this.db.run`delete from access_key where id = ${id}`;
  }

  find(key: string): Promise<AccessKey | undefined> {
    return this.db.get<AccessKey>`
      select may as scope, label as name, id, owner as user_id, since as created_at
      from access_key where print = ${fingerprint(key)}`;
  }
}
