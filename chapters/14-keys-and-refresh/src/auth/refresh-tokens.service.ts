import { randomUUID } from 'node:crypto';
import { inject, KeyValue } from 'trellis';
import { digest } from './digest.ts';

/** A refresh token is valid for 7 days, in seconds. */
const lifetime = 7 * 24 * 60 * 60;

/** Long-lived tokens that a client exchanges for a new pair of tokens. */
export class RefreshTokensService {
  @inject(KeyValue) private readonly store!: KeyValue;

  async generate(user_id: string): Promise<string> {
    const token = randomUUID();
    await this.store.set(keyOf(token), user_id, { ttl: lifetime });
    return token;
  }

  /** The id of the user, or undefined if there is no such token. */
  ownerOf(token: string): Promise<string | undefined> {
    return this.store.get<string>(keyOf(token));
  }

  // Step 1: mark a token as used.
}

function keyOf(token: string): string {
  return `refresh:${digest(token)}`;
}
