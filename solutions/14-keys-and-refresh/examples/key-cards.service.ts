import { randomUUID } from 'node:crypto';
import { inject, KeyValue } from 'trellis';
import { digest } from '../src/auth/digest.ts';

const day = 24 * 60 * 60;

/** Key cards for the rooms. A guest gets a new card every day, and all of them belong to one stay. */
export class KeyCardsService {
  @inject(KeyValue) private readonly store!: KeyValue;

  /** Returns the id of the stay, which ends after two weeks at the latest. */
  async checkIn(room: number): Promise<string> {
    const stay = randomUUID();
    await this.store.set(`stay:${stay}`, room, { ttl: 14 * day });
    return stay;
  }

  async issue(stay: string): Promise<string> {
    const card = randomUUID();
    await this.store.set(`card:${digest(card)}`, stay, { ttl: day });
    return card;
  }

  /** The room that a card opens, or undefined if the card has expired or the stay is over. */
  async roomOf(card: string): Promise<number | undefined> {
    const stay = await this.store.get<string>(`card:${digest(card)}`);
    return stay === undefined ? undefined : this.store.get<number>(`stay:${stay}`);
  }

  /** From now on, none of the cards opens anything. */
  async checkOut(stay: string): Promise<void> {
    await this.store.delete(`stay:${stay}`);
  }
}
