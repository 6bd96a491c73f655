import { randomUUID } from 'node:crypto';
import { Clock, Database, inject } from 'trellis';
import { digest } from '../src/auth/digest.ts';

export interface Coat {
  /** The digest of the ticket's number. */
  id: string;
  colour: string;
  hung_at: string;
}

/** The cloakroom keeps a coat for an evening, in seconds. */
export const evening = 6 * 60 * 60;

/** Keeps coats, and issues tickets for them. */
export class CloakroomService {
  @inject(Database) private readonly db!: Database;
  @inject(Clock) private readonly clock!: Clock;

  async hang(colour: string): Promise<string> {
    const ticket = randomUUID();
    await this.db.run`insert into coats (id, colour, hung_at) values (${digest(ticket)}, ${colour}, ${this.ago(0)})`;
    return ticket;
  }

  find(ticket: string): Promise<Coat | undefined> {
    return this.db.get<Coat>`
      select * from coats where id = ${digest(ticket)} and hung_at > ${this.ago(evening)}`;
  }

  async giveBack(ticket: string): Promise<void> {
    await this.db.run`delete from coats where id = ${digest(ticket)}`;
  }

  async giveBackAll(colour: string): Promise<void> {
    await this.db.run`delete from coats where colour = ${colour}`;
  }

  /** The time this many seconds ago. */
  protected ago(seconds: number): string {
    return new Date(this.clock.now() - seconds * 1000).toISOString();
  }
}
