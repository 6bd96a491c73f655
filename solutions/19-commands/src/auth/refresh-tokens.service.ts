import { randomUUID } from 'node:crypto';
import { inject, KeyValue } from 'trellis';
import { digest } from './digest.ts';

/** A refresh token waits for a week. */
const lifetime = 7 * 24 * 60 * 60;

/** Long-lived tickets, each good for one new pair of tokens. */
export class RefreshTokensService {
  @inject(KeyValue) private readonly store!: KeyValue;

  async generate(user_id: string): Promise<string> {
    const token = randomUUID();
    await this.store.set(keyOf(token), user_id, { ttl: lifetime });
    return token;
  }

  /** The id of the user, as long as nobody has consumed the token. */
  ownerOf(token: string): Promise<string | undefined> {
    return this.store.get<string>(keyOf(token));
  }

  /** Whose it was. Reads and deletes in one step: of two that come at once, one gets undefined. */
  consume(token: string): Promise<string | undefined> {
    return this.store.take<string>(keyOf(token));
  }

  async destroy(token: string): Promise<void> {
    await this.store.delete(keyOf(token));
  }
}

function keyOf(token: string): string {
  return `refresh:${digest(token)}`;
}
