import { randomBytes } from 'node:crypto';
import { Database, inject } from 'trellis';
import { v7 as uuid } from 'uuid';
import type { ApiKey } from './api-key.ts';
import { digest } from './digest.ts';

/** Keeps the keys with which programs come in. */
export class ApiKeysService {
  @inject(Database) private readonly db!: Database;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists api_keys (
      id text primary key,
      name text not null,
      user_id text not null references users (id),
      key_digest text not null unique,
      created_at text not null
    )`;
  }

  /** The one time that the key itself is to be had. */
  async create(name: string, user_id: string): Promise<ApiKey & { key: string }> {
    const key = `blog_${randomBytes(32).toString('base64url')}`;
    const apiKey: ApiKey = { id: uuid(), name, user_id, created_at: new Date().toISOString() };
    await this.db.run`
      insert into api_keys (id, name, user_id, key_digest, created_at)
      values (${apiKey.id}, ${name}, ${user_id}, ${digest(key)}, ${apiKey.created_at})`;
    return { ...apiKey, key };
  }

  list(user_id: string): Promise<ApiKey[]> {
    return this.db.all<ApiKey>`
      select id, name, user_id, created_at from api_keys where user_id = ${user_id} order by created_at desc, id desc`;
  }

  /** Only one's own: of another user's key it does not even tell whether there is one. */
  async revoke(id: string, user_id: string): Promise<void> {
    await this.db.run`delete from api_keys where id = ${id} and user_id = ${user_id}`;
  }

  /** The record behind a key, or undefined where it is none of ours, or no longer. */
  validate(key: string): Promise<ApiKey | undefined> {
    return this.db.get<ApiKey>`select id, name, user_id, created_at from api_keys where key_digest = ${digest(key)}`;
  }
}
