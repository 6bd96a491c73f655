import { randomBytes } from 'node:crypto';
import { Database, inject } from 'trellis';
import { v7 as uuid } from 'uuid';
import type { ApiKey, Scope } from './api-key.ts';
import { digest } from './digest.ts';
import { TooManyKeys } from './too-many-keys.ts';

/** Per user. */
const mostKeys = 5;

/** Stores the keys that programs use instead of a password. */
export class ApiKeysService {
  @inject(Database) private readonly db!: Database;

  /** Returns the record together with the key. Nobody can read the key again later. */
  async create(name: string, scope: Scope, user_id: string): Promise<ApiKey & { key: string }> {
    const key = `blog_${randomBytes(32).toString('base64url')}`;
    const apiKey: ApiKey = { id: uuid(), name, user_id, scope, created_at: new Date().toISOString() };
    await this.db.transaction(async (tx) => {
      // Changes nothing, but locks the row: another transaction for the same user waits here until this one has ended.
      await tx.run`update users set name = name where id = ${user_id}`;
      const made = await tx.get<{ count: number }>`select count(*) as count from api_keys where user_id = ${user_id}`;
      if (made!.count >= mostKeys) throw new TooManyKeys(`a user can have ${mostKeys} keys`);
      await tx.run`
        insert into api_keys (id, name, user_id, scope, key_digest, created_at)
        values (${apiKey.id}, ${name}, ${user_id}, ${scope}, ${digest(key)}, ${apiKey.created_at})`;
    });
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

  /** For the people who run the blog, whose key it is doesn't matter. Returns whether there was one. */
  async withdraw(id: string): Promise<boolean> {
    const { changes } = await this.db.run`delete from api_keys where id = ${id}`;
    return changes > 0;
  }

  /** The record of a key, or undefined if the key is unknown or was revoked. */
  validate(key: string): Promise<ApiKey | undefined> {
    return this.db.get<ApiKey>`
      select id, name, user_id, scope, created_at from api_keys where key_digest = ${digest(key)}`;
  }
}
