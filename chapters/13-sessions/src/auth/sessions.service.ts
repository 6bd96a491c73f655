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

  // Step 1: create a session, and give its identifier.

  // Step 3: find a session.

  // Step 4: destroy a session.
}

function keyOf(id: string): string {
  return `session:${id}`;
}
