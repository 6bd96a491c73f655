import { Database, inject } from 'trellis';

export interface Profile {
  handle: string;
  name: string;
  created_at: string;
}

/** Stores who has which handle. */
export class HandlesService {
  @inject(Database) private readonly db!: Database;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists handles (handle text not null, user_id text not null)`;
    await this.db.run`create unique index if not exists one_user_per_handle on handles (lower(handle))`;
  }

  /** False if somebody else has it. */
  async give(handle: string, user_id: string): Promise<boolean> {
    try {
      await this.db.run`insert into handles (handle, user_id) values (${handle}, ${user_id})`;
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === 'unique') return false;
      throw error;
    }
  }

  find(handle: string): Promise<Profile | undefined> {
    return this.db.get<Profile>`
      select handle, name, created_at from handles, users
      where user_id = users.id and lower(handle) = lower(${handle})`;
  }
}
