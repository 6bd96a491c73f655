import { randomUUID } from 'node:crypto';
import { Clock, Database, inject } from 'trellis';
import { fingerprint } from './fingerprint.ts';
import { Latecomers } from './latecomers.ts';

const day = 24 * 60 * 60 * 1000;

interface Ticket {
  chain: string;
  person_id: string;
  chain_ends: number;
}

/** Refresh tokens in the database. A chain is everything that came out of one login. */
export class Tickets {
  @inject(Clock) private readonly clock!: Clock;
  @inject(Database) private readonly db!: Database;
  readonly #latecomers = new Latecomers();

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists ticket (
      print text primary key,
      chain text not null,
      person_id text not null,
      ends bigint not null,
      chain_ends bigint not null,
      used boolean not null
    )`;
  }

  first(person_id: string): Promise<string> {
    return this.#issue({ chain: randomUUID(), person_id, chain_ends: this.clock.now() + 30 * day });
  }

  /** Whose ticket it is, used or not, as long as it and its chain are valid. */
  find(ticket: string): Promise<Ticket | undefined> {
    const now = this.clock.now();
    return this.db.get<Ticket>`
      select chain, person_id, chain_ends from ticket
      where print = ${fingerprint(ticket)} and ends > ${now} and chain_ends > ${now}`;
  }

  /** The next ticket of the chain. Undefined if this one was used before, and then the whole chain is over. */
  async exchange(ticket: string): Promise<string | undefined> {
    const mine = await this.find(ticket);
    if (mine === undefined) return undefined;
    await this.#latecomers.goFirst();
    const unused = await this.db.get`
      update ticket set used = ${true} where print = ${fingerprint(ticket)} and used = ${false} returning print`;
    if (unused !== undefined) return this.#issue(mine);
    await this.end(mine.chain);
    return undefined;
  }

  async end(chain: string): Promise<void> {
    await this.db.run`update ticket set chain_ends = ${0} where chain = ${chain}`;
  }

  async #issue({ chain, person_id, chain_ends }: Ticket): Promise<string> {
    const ticket = randomUUID();
    // A chain that has ended in the meantime stays so: its end is read again.
    const known = await this.db.get<{ chain_ends: number }>`select min(chain_ends) as chain_ends from ticket
      where chain = ${chain} having count(*) > 0`;
    await this.db.run`
      insert into ticket (print, chain, person_id, ends, chain_ends, used)
      values (${fingerprint(ticket)}, ${chain}, ${person_id}, ${this.clock.now() + 7 * day},
        ${known?.chain_ends ?? chain_ends}, ${false})`;
    return ticket;
  }
}
