import { randomBytes } from 'node:crypto';
import { Database, inject } from 'trellis';
import { v7 as uuid } from 'uuid';
import type { ApiKey } from './api-key.ts';
import { digest } from './digest.ts';
import { TooManyKeys } from './too-many-keys.ts';

/** Of one user. */
const mostKeys = 5;

/** Keeps the keys with which programs come in. */
export class ApiKeysService {
  @inject(Database) private readonly db!: Database;

  /** The one time that the key itself is to be had. */
  async create(name: string, user_id: string): Promise<ApiKey & { key: string }> {
    const key = `blog_${randomBytes(32).toString('base64url')}`;
    const apiKey: ApiKey = { id: uuid(), name, user_id, created_at: new Date().toISOString() };
    await this.db.transaction(async (tx) => {
      // Changes nothing, and locks the row: whoever makes a key for the same user waits here until we are done.
      await tx.run`update users set name = name where id = ${user_id}`;
      const made = await tx.get<{ count: number }>`select count(*) as count from api_keys where user_id = ${user_id}`;
      if (made!.count >= mostKeys) throw new TooManyKeys(`${mostKeys} keys are enough`);
      await tx.run`
        insert into api_keys (id, name, user_id, key_digest, created_at)
        values (${apiKey.id}, ${name}, ${user_id}, ${digest(key)}, ${apiKey.created_at})`;
    });
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

  /** For the people who run the blog, whose key it is doesn't matter. Returns whether there was one. */
  async withdraw(id: string): Promise<boolean> {
    const { changes } = await this.db.run`delete from api_keys where id = ${id}`;
    return changes > 0;
  }

  /** The record behind a key, or undefined where it is none of ours, or no longer. */
  validate(key: string): Promise<ApiKey | undefined> {
    return this.db.get<ApiKey>`select id, name, user_id, created_at from api_keys where key_digest = ${digest(key)}`;
  }
}
