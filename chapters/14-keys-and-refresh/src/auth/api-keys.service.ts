import { Database, HttpError, inject } from 'trellis';
import type { ApiKey } from './api-key.ts';

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

  /** Step 4: a new key and its record. The one time that the key itself is to be had. */
  async create(name: string, user_id: string): Promise<ApiKey & { key: string }> {
    throw new HttpError(501);
  }

  /** Step 4: the records of a user, the newest first. */
  async list(user_id: string): Promise<ApiKey[]> {
    throw new HttpError(501);
  }

  /** Step 4: only one's own. */
  async revoke(id: string, user_id: string): Promise<void> {
    throw new HttpError(501);
  }

  // Step 5: the record behind a key.
}
