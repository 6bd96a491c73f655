import { randomUUID } from 'node:crypto';
import { Clock, inject, KeyValue } from 'trellis';

export interface Session {
  user_id: string;
  created_at: string;
}

/** A session lasts a day. */
export const sessionLifetime = 24 * 60 * 60;

/** Remembers who is signed in. Unlike a signature, what is remembered can be forgotten. */
export class SessionsService {
  @inject(KeyValue) private readonly store!: KeyValue;
  @inject(Clock) private readonly clock!: Clock;

  /** Gives the new session's identifier, which nobody can guess. */
  async create(user_id: string): Promise<string> {
    const id = randomUUID();
    const session: Session = { user_id, created_at: new Date(this.clock.now()).toISOString() };
    await this.store.set(keyOf(id), session, { ttl: sessionLifetime });
    return id;
  }

  find(id: string): Promise<Session | undefined> {
    return this.store.get<Session>(keyOf(id));
  }

  async destroy(id: string): Promise<void> {
    await this.store.delete(keyOf(id));
  }
}

function keyOf(id: string): string {
  return `session:${id}`;
}
