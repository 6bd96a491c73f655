import { randomBytes, randomUUID } from 'node:crypto';
import { inject, KeyValue, Log } from 'trellis';
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
  @inject(Log) private readonly log!: Log;

  /** Called at a login, with the time at which it began. */
  async startFamily(user_id: string, startedAt: number): Promise<Family> {
    const family: Family = { id: randomUUID(), user_id, started_at: new Date(startedAt).toISOString() };
    await this.store.set(familyKey(family.id), family, { ttl: familyLifetime });
    return family;
  }

  /** The next token of a family. The entry of the family stays as it is: a revoked family stays revoked. */
  async generate(family: Family): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.store.set(keyOf(token), family.id, { ttl: lifetime });
    return token;
  }

  /** The family of a token; undefined if the family has ended or was revoked, or the token has expired unused. */
  async familyOf(token: string): Promise<Family | undefined> {
    // The mark of a used token outlives the token, so that a copy which comes back late is still recognized.
    const id = (await this.store.get<string>(keyOf(token))) ?? (await this.store.get<string>(markOf(token)));
    return id === undefined ? undefined : this.store.get<Family>(familyKey(id));
  }

  /** Marks a token as used. Returns false if it was used before: somebody has a copy of it. */
  async consume(token: string, family: Family): Promise<boolean> {
    // One atomic operation: of two requests with the same token, only one creates the mark.
    if (await this.store.setIfAbsent(markOf(token), family.id, { ttl: familyLifetime })) return true;
    this.log.warn('a used refresh token came back, so its family is revoked', { user_id: family.user_id });
    return false;
  }

  /** Afterwards none of the family's tokens works any more, not even one that is being issued right now. */
  async revoke(family: Family): Promise<void> {
    await this.store.delete(familyKey(family.id));
  }
}

function keyOf(token: string): string {
  return `refresh:${digest(token)}`;
}

/** Where we note that a token was used. */
function markOf(token: string): string {
  return `used:${digest(token)}`;
}

function familyKey(id: string): string {
  return `family:${id}`;
}
