import { randomUUID } from 'node:crypto';
import { Clock, inject, KeyValue } from 'trellis';

export interface Coat {
  colour: string;
  hung_at: string;
}

/** A coat is kept for an evening. */
export const evening = 6 * 60 * 60;

/** Keeps coats, and gives out tickets for them. */
export class CloakroomService {
  @inject(KeyValue) private readonly store!: KeyValue;
  @inject(Clock) private readonly clock!: Clock;

  async hang(colour: string): Promise<string> {
    const ticket = randomUUID();
    const coat: Coat = { colour, hung_at: new Date(this.clock.now()).toISOString() };
    await this.store.set(`coat:${ticket}`, coat, { ttl: evening });
    return ticket;
  }

  find(ticket: string): Promise<Coat | undefined> {
    return this.store.get<Coat>(`coat:${ticket}`);
  }

  async giveBack(ticket: string): Promise<void> {
    await this.store.delete(`coat:${ticket}`);
  }
}
