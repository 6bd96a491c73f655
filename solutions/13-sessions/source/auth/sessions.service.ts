// #region step-1
import { randomUUID } from 'node:crypto';
// #endregion
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

  // #region step-1
  /** Gives the new session's identifier, which nobody can guess. */
  async create(user_id: string): Promise<string> {
    const id = randomUUID();
    const session: Session = { user_id, created_at: new Date(this.clock.now()).toISOString() };
    await this.store.set(keyOf(id), session, { ttl: sessionLifetime });
    return id;
  }
  // #starter
  // // Step 1: create a session, and give its identifier.
  // #endregion

  // #region step-3
  find(id: string): Promise<Session | undefined> {
    return this.store.get<Session>(keyOf(id));
  }
  // #starter
  // // Step 3: find a session.
  // #endregion

  // #region step-4
  async destroy(id: string): Promise<void> {
    await this.store.delete(keyOf(id));
  }
  // #starter
  // // Step 4: destroy a session.
  // #endregion
}

function keyOf(id: string): string {
  return `session:${id}`;
}
