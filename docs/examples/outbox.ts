import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { lookup } from 'node:dns';
import { request as http } from 'node:http';
import { request as https } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { setInterval } from 'node:timers/promises';
import { Clock, Database, HttpError, inject, type Lifecycle, Log, module, provide, sql, token } from 'trellis';

/** Whether subscribers may use HTTP and private addresses. Only for development and tests. */
export const AllowPrivate = token<boolean>('AllowPrivate');

const reserved = new BlockList();
for (const [network, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const),
]) {
  reserved.addSubnet(network, bits, 'ipv4');
}
/** These contain an IPv4 address. */
for (const [network, bits] of [
  ['2001::', 32],
  ['2002::', 16],
] as const)
  reserved.addSubnet(network, bits, 'ipv6');
const internet = new BlockList();
internet.addSubnet('2000::', 3, 'ipv6');

function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !reserved.check(address, 'ipv4');
  return internet.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}

/** Checks the address of the connection itself. An earlier check could see a different address. */
const lookupPublic: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) callback(error, []);
    else if (addresses.every(({ address }) => isPublic(address))) callback(null, addresses);
    else callback(new Error('The address is private'), []);
  });
};

/** Sends requests to URLs that strangers have chosen. */
export class WebhookSender {
  @inject(AllowPrivate) private readonly allowPrivate!: boolean;

  accepts(url: string): boolean {
    if (!URL.canParse(url)) return false;
    const { protocol, hostname, username, password } = new URL(url);
    if (username !== '' || password !== '') return false;
    if (this.allowPrivate) return protocol === 'http:' || protocol === 'https:';
    const address = hostname.replace(/^\[|\]$/g, '');
    // For an address, Node calls no lookup.
    return protocol === 'https:' && (isIP(address) === 0 || isPublic(address));
  }

  /** Resolves if the subscriber responds with a 2xx. It follows no redirect and reads no body. */
  send(url: string, body: string, headers: Record<string, string>, stop: AbortSignal): Promise<void> {
    if (!this.accepts(url)) return Promise.reject(new Error('The URL is not allowed'));
    const signal = AbortSignal.any([stop, AbortSignal.timeout(5_000)]);
    const settings = this.allowPrivate ? {} : { lookup: lookupPublic, autoSelectFamily: true };
    return new Promise((resolve, reject) => {
      const call = url.startsWith('https:') ? https : http;
      const request = call(url, { method: 'POST', headers, signal, agent: false, ...settings });
      request.on('error', reject);
      request.on('response', ({ statusCode = 0 }) => {
        if (statusCode >= 200 && statusCode < 300) resolve();
        else reject(new Error(`The subscriber responded with ${statusCode}`));
        request.destroy();
      });
      request.end(body);
    });
  }
}

interface Delivery {
  id: string;
  url: string;
  secret: string;
  body: string;
  attempts: number;
}

const attempts = 8;

/** What subscribers still have to be told: a row for each subscriber and event. */
export class Outbox {
  @inject(Database) private readonly db!: Database;
  @inject(Clock) private readonly clock!: Clock;
  @inject(Log) private readonly log!: Log;
  @inject(WebhookSender) private readonly sender!: WebhookSender;

  async onStart(): Promise<void> {
    await this.db
      .run`create table if not exists subscribers (id text primary key, url text not null, secret text not null)`;
    await this.db.run`create table if not exists outbox (id text primary key, subscriber text not null
      references subscribers (id) on delete cascade, body text not null, attempts integer not null, due_at bigint)`;
    await this.db.run`create index if not exists outbox_due on outbox (due_at)`;
  }

  /** The subscriber needs the secret to check the signatures. */
  async subscribe(url: string): Promise<{ id: string; secret: string }> {
    if (!this.sender.accepts(url)) throw new HttpError(422, 'Send a public https URL');
    const [id, secret] = [randomUUID(), randomBytes(32).toString('hex')];
    await this.db.run`insert into subscribers (id, url, secret) values (${id}, ${url}, ${secret})`;
    return { id, secret };
  }

  /** Adds an event in the transaction of the change that it reports. */
  async add(tx: Database, type: string, data: unknown): Promise<void> {
    const subscribers = await tx.all<{ id: string }>`select id from subscribers`;
    const rows = subscribers.map((subscriber) => {
      const id = randomUUID();
      return sql`(${id}, ${subscriber.id}, ${JSON.stringify({ id, type, data })}, 0, ${this.clock.now()})`;
    });
    // In parts, because a statement can have 32,766 values in SQLite: otherwise, many subscribers would make every change fail.
    for (let start = 0; start < rows.length; start += 1_000) {
      const part = sql.join(rows.slice(start, start + 1_000));
      await tx.run`insert into outbox (id, subscriber, body, attempts, due_at) values ${part}`;
    }
  }

  /** Sends what is due. */
  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const due = await this.#claim();
      if (due.length === 0) return;
      await Promise.all(due.map((delivery) => this.#deliver(delivery, stop)));
    }
  }

  /** Nobody else takes these for a minute. If this process dies, another one sends them after that. */
  #claim(): Promise<Delivery[]> {
    const now = this.clock.now();
    return this.db.transaction(async (tx) => {
      // The second comparison is for PostgreSQL: a process that has waited for another one sees that the row is taken.
      const claimed = await tx.all<{ id: string }>`
        update outbox set due_at = ${now + 60_000}, attempts = attempts + 1
        where id in (select id from outbox where due_at <= ${now} order by due_at limit 20) and due_at <= ${now}
        returning id`;
      return tx.all<Delivery>`select outbox.id as id, url, secret, body, attempts
        from outbox join subscribers on subscribers.id = subscriber where outbox.id in ${claimed.map(({ id }) => id)}`;
    });
  }

  async #deliver({ id, url, secret, body, ...delivery }: Delivery, stop: AbortSignal): Promise<void> {
    const time = Math.floor(this.clock.now() / 1_000);
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-signature': `t=${time},v1=${signature}` };
    try {
      await this.sender.send(url, body, headers, stop);
      await this.db.run`delete from outbox where id = ${id}`;
    } catch (error) {
      // At shutdown, the row keeps its minute, and another process sends it after that.
      if (stop.aborted) return;
      this.log.warn('a webhook failed', { id, attempts: delivery.attempts, error });
      const due = delivery.attempts < attempts ? this.clock.now() + 30_000 * 2 ** delivery.attempts : null;
      await this.db.run`update outbox set due_at = ${due} where id = ${id}`;
    }
  }
}

/** Sends in the background. Commands don't declare it. */
export class OutboxJob implements Lifecycle {
  @inject(Outbox) private readonly outbox!: Outbox;
  @inject(Log) private readonly log!: Log;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  onStart(): void {
    this.#running = this.#everySecond(this.#stop.signal).catch(() => {});
  }

  /** The limit `grace` is for requests and doesn't end this, so the signal has to. */
  async onStop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #everySecond(signal: AbortSignal): Promise<void> {
    for await (const _ of setInterval(1_000, undefined, { signal })) {
      await this.outbox.run(signal).catch((error) => this.log.error('the outbox failed', { error }));
    }
  }
}

export const OutboxModule = module('OutboxModule', {
  exports: [Outbox],
  declarations: [
    Outbox,
    WebhookSender,
    provide(AllowPrivate, { factory: () => process.env.ALLOW_PRIVATE_WEBHOOKS === 'true' }),
  ],
});

export const OutboxJobModule = module('OutboxJobModule', { imports: [OutboxModule], declarations: [OutboxJob] });
