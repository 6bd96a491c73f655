import { randomUUID } from 'node:crypto';
import type { SqlValue } from 'trellis';
import {
  Cache,
  Clock,
  Database,
  DatabaseError,
  type DatabaseErrorCode,
  inject,
  KeyValue,
  Log,
  Unavailable,
} from 'trellis';

export interface Note {
  id: string;
  text: string;
}

export class NotesService {
  @inject(Database) private readonly db!: Database;
  @inject(Cache) private readonly cache!: Cache;
  @inject(KeyValue) private readonly keys!: KeyValue;
  @inject(Clock) private readonly clock!: Clock;
  @inject(Log) private readonly log!: Log;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists notes (id text primary key, text text not null unique)`;
  }

  all(): Promise<Note[]> {
    return this.db.all<Note>`select * from notes order by text`;
  }

  find(id: SqlValue): Promise<Note | undefined> {
    return this.db.get<Note>`select * from notes where id = ${id}`;
  }

  async add(text: string): Promise<Note | DatabaseErrorCode> {
    const note = { id: randomUUID(), text };
    try {
      await this.db.run`insert into notes (id, text) values (${note.id}, ${note.text})`;
      this.log.info('note added', { id: note.id });
      return note;
    } catch (error) {
      if (error instanceof DatabaseError && error.code === 'unique') return error.code;
      throw error;
    }
  }

  /** Both or neither. Inside of a transaction the statements go to `tx`. */
  async swap(a: string, b: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      await tx.run`update notes set text = ${'-'} where id = ${a}`;
      await tx.run`update notes set text = ${'a'} where id = ${b}`;
      await tx.run`update notes set text = ${'b'} where id = ${a}`;
    });
  }

  /** Counted at most once a minute, however many ask. */
  count(): Promise<number> {
    return this.cache.getOrSet('notes:count', 60, async () => (await this.all()).length);
  }

  /** The number is a nicety: a page without it is better than no page. */
  async countIfPossible(): Promise<number | undefined> {
    try {
      return await this.count();
    } catch (error) {
      if (error instanceof Unavailable) return undefined;
      throw error;
    }
  }

  /** A ticket for one hour, good for one use. */
  async ticket(owner: string): Promise<string> {
    const ticket = randomUUID();
    await this.keys.set(`ticket:${ticket}`, { owner, at: this.clock.now() }, { ttl: 3600 });
    return ticket;
  }

  async redeem(ticket: string): Promise<string | undefined> {
    const found = await this.keys.take<{ owner: string }>(`ticket:${ticket}`);
    return found?.owner;
  }
}
