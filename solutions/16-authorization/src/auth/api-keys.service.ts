import { randomBytes } from 'node:crypto';
import { Database, inject } from 'trellis';
import { v7 as uuid } from 'uuid';
import type { ApiKey, Scope } from './api-key.ts';
import { digest } from './digest.ts';

/** Stores the keys that programs use instead of a password. */
export class ApiKeysService {
  @inject(Database) private readonly db!: Database;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists api_keys (
      id text primary key,
      name text not null,
      user_id text not null references users (id),
      scope text not null,
      key_digest text not null unique,
      created_at text not null
    )`;
  }

  /** Returns the record together with the key. Nobody can read the key again later. */
  async create(name: string, scope: Scope, user_id: string): Promise<ApiKey & { key: string }> {
    const key = `blog_${randomBytes(32).toString('base64url')}`;
    const apiKey: ApiKey = { id: uuid(), name, user_id, scope, created_at: new Date().toISOString() };
    await this.db.run`
      insert into api_keys (id, name, user_id, scope, key_digest, created_at)
      values (${apiKey.id}, ${name}, ${user_id}, ${scope}, ${digest(key)}, ${apiKey.created_at})`;
    return { ...apiKey, key };
  }

  list(user_id: string): Promise<ApiKey[]> {
    return this.db.all<ApiKey>`
      select id, name, user_id, scope, created_at from api_keys
      where user_id = ${user_id} order by created_at desc, id desc`;
  }

  /** Only a key of this user. For anyone else's key nothing happens, and the caller doesn't learn whether it exists. */
  async revoke(id: string, user_id: string): Promise<void> {
    await this.db.run`delete from api_keys where id = ${id} and user_id = ${user_id}`;
  }

  /** The record of a key, or undefined if the key is unknown or was revoked. */
  validate(key: string): Promise<ApiKey | undefined> {
    return this.db.get<ApiKey>`
      select id, name, user_id, scope, created_at from api_keys where key_digest = ${digest(key)}`;
  }
}
