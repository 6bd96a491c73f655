import { EventEmitter, once } from 'node:events';
import {
  type Context,
  type Controller,
  Database,
  inject,
  type Lifecycle,
  module,
  type Route,
  type ServerSentEvent,
  type Subscription,
} from 'trellis';

interface Entry {
  number: number;
  text: string;
}

/** How many events a process keeps in memory, for clients that are connected or come back soon. */
const kept = 1_000;

/** Events in a table, for the clients of every process. */
export class Feed implements Lifecycle {
  @inject(Database) private readonly db!: Database;
  readonly #bus = new EventEmitter().setMaxListeners(0);
  #timer: NodeJS.Timeout | undefined;
  /** The number of the last event that this process knows, and the events up to it, without gaps. */
  #seen = 0;
  #recent: Entry[] = [];

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists feed (number bigint primary key, text text not null)`;
    await this.db.run`create table if not exists counters (name text primary key, number bigint not null)`;
    await this.db.run`insert into counters values ('feed', 0) on conflict (name) do nothing`;
    const row = await this.db.get<{ number: number }>`select number from counters where name = 'feed'`;
    this.#seen = row!.number;
    // One query per second, however many clients there are. While the database is down, clients get nothing new.
    this.#timer = setInterval(() => this.wake(), 1_000);
  }

  onStop(): void {
    clearInterval(this.#timer);
  }

  /** Adds an event in the transaction of the change that it reports: both are committed, or neither is. */
  async add(tx: Database, text: string): Promise<number> {
    const row = await tx.get<{ number: number }>`
      update counters set number = number + 1 where name = 'feed' returning number`;
    await tx.run`insert into feed (number, text) values (${row!.number}, ${text})`;
    return row!.number;
  }

  /** Call it after the transaction. If it fails, the timer finds the event within a second. */
  wake(): void {
    this.#look().catch(() => {});
  }

  /** Reads what this or another process has added, once for all clients of this process, and wakes them. */
  async #look(): Promise<boolean> {
    const entries = await this.#read(this.#seen);
    // Two calls may overlap, and read the same events.
    const fresh = entries.filter(({ number }) => number > this.#seen);
    if (fresh.length > 0) {
      this.#recent = [...this.#recent, ...fresh].slice(-kept);
      this.#seen = fresh.at(-1)!.number;
      this.#bus.emit('news');
    }
    // There may be more, because a query reads 100 of them.
    return entries.length > 0;
  }

  #read(after: number): Promise<Entry[]> {
    return this.db.all<Entry>`select number, text from feed where number > ${after} order by number limit 100`;
  }

  async *follow({ lastEventId, signal }: Subscription): AsyncGenerator<ServerSentEvent> {
    let sent = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : 0;
    // Another process may have sent it already. A number beyond the last one is from before a backup was restored.
    while (sent > this.#seen && (await this.#look()));
    if (sent > this.#seen) sent = 0;
    for (;;) {
      const forgotten = this.#seen - this.#recent.length;
      const entries = sent >= forgotten ? this.#recent.slice(sent - forgotten) : await this.#read(sent);
      for (const { number, text } of entries) {
        sent = number;
        yield { data: text, id: String(number) };
      }
      if (entries.length > 0) continue;
      // The rows were deleted: go on with those in memory.
      if (sent < forgotten) sent = forgotten;
      else await once(this.#bus, 'news', { signal });
    }
  }
}

export class FeedController implements Controller {
  @inject(Database) private readonly db!: Database;
  @inject(Feed) private readonly feed!: Feed;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/events', handler: this.events },
      { method: 'POST', path: '/news/:text', handler: this.publish },
    ];
  }

  events(ctx: Context) {
    // Before the response starts, so that a malformed query string still gets a 400.
    const after = ctx.query('after');
    return ctx.events(({ lastEventId, signal }) => this.feed.follow({ lastEventId: lastEventId || after, signal }));
  }

  async publish(ctx: Context) {
    const number = await this.db.transaction(async (tx) => {
      // Your own change goes here, on the same tx.
      return this.feed.add(tx, ctx.param('text'));
    });
    this.feed.wake();
    return ctx.status(201).json({ number });
  }
}

export const FeedModule = module('FeedModule', { declarations: [Feed, FeedController] });
