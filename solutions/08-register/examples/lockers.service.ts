import { Database, inject } from 'trellis';
import { v7 as uuid } from 'uuid';
import type { Locker } from './locker.ts';

/** Two lockers can't have the same label. */
export class LabelTaken extends Error {}

/** Stores the lockers of a gym. */
export class LockersService {
  @inject(Database) private readonly db!: Database;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists lockers (
      id text primary key,
      label text not null,
      label_key text not null unique,
      combination text not null
    )`;
  }

  async create({ label, combination }: { label: string; combination: string }): Promise<Locker> {
    const locker: Locker = { id: uuid(), label };
    await this.db.run`
      insert into lockers (id, label, label_key, combination)
      values (${locker.id}, ${label}, ${label.toLowerCase()}, ${combination})`;
    return locker;
  }

  async rename(id: string, label: string): Promise<void> {
    try {
      await this.db.run`update lockers set label = ${label}, label_key = ${label.toLowerCase()} where id = ${id}`;
    } catch (error) {
      if ((error as { code?: string }).code !== 'unique') throw error;
      throw new LabelTaken('another locker has this label', { cause: error });
    }
  }
}
