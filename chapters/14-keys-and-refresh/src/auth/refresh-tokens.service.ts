import { randomUUID } from 'node:crypto';
import { Clock, inject, KeyValue } from 'trellis';
import { digest } from './digest.ts';

/** A refresh token is valid for 7 days, in seconds. */
const lifetime = 7 * 24 * 60 * 60;

/** A family ends 30 days after the login, however often its tokens are refreshed. */
const familyLifetime = 30 * 24 * 60 * 60;

/** All refresh tokens that descend from one login. */
export interface Family {
  id: string;
  user_id: string;
  started_at: string;
}

/** Long-lived tokens that a client exchanges for a new pair of tokens. */
export class RefreshTokensService {
  @inject(KeyValue) private readonly store!: KeyValue;
  @inject(Clock) private readonly clock!: Clock;

  /** Called at a login. */
  async startFamily(user_id: string): Promise<Family> {
    const family: Family = { id: randomUUID(), user_id, started_at: new Date(this.clock.now()).toISOString() };
    await this.store.set(familyKey(family.id), family, { ttl: familyLifetime });
    return family;
  }

  /** The next token of a family. The entry of the family stays as it is: a revoked family stays revoked. */
  async generate(family: Family): Promise<string> {
    const token = randomUUID();
    await this.store.set(keyOf(token), family.id, { ttl: lifetime });
    return token;
  }

  // Step 2: recognize a used token, even after it has expired.
  /** The family of a token; undefined if the token or the family has expired. */
  async familyOf(token: string): Promise<Family | undefined> {
    const id = await this.store.get<string>(keyOf(token));
    return id === undefined ? undefined : this.store.get<Family>(familyKey(id));
  }

  // Step 1: mark a token as used.
}

function keyOf(token: string): string {
  return `refresh:${digest(token)}`;
}

function familyKey(id: string): string {
  return `family:${id}`;
}
