import { randomBytes } from 'node:crypto';
import { type Addresses, findServices, howToInstall, runningServices } from '../services/services.ts';
import { Gate } from './gate.ts';
import { type OwnServers, startOwnServers } from './own-servers.ts';
import { type RedisDatabases, SharedDatabases } from './redis-databases.ts';
import { Skipped } from './skipped.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type ServerName = 'postgres' | 'redis';

/** PostgreSQL and Redis for one story: an empty schema and an empty database, behind gates of their own. */
export interface Lent {
  /** What a program is started with to use them. */
  readonly env: Readonly<Required<Addresses>>;
  /** Lets one of them go away, for whoever was started with `env`. */
  cut(server: ServerName): Promise<void>;
  mend(server: ServerName): Promise<void>;
  /** Lets each piece take so many milliseconds, each way. */
  slow(server: ServerName, milliseconds: number): void;
  /** Removes what was stored. */
  end(): Promise<void>;
}

/**
 * Lends servers to checks: those of `npm run services`, those that TEST_DATABASE_URL and TEST_REDIS_URL name, or its own,
 * where they are installed. Elsewhere the check is skipped, and says what is missing.
 */
export class Lender {
  readonly #mayStart: boolean;
  #servers: Promise<Required<Addresses>> | undefined;
  #own: OwnServers | undefined;
  readonly #lent = new Set<Lent>();

  /** Starting servers takes some seconds, which not every run has. */
  constructor({ mayStart = true }: { mayStart?: boolean } = {}) {
    this.#mayStart = mayStart;
  }

  async lend(): Promise<Lent> {
    this.#servers ??= this.#find();
    const servers = await this.#servers;
    const lent = await lendFrom(servers, this.#own?.databases ?? new SharedDatabases(servers.REDIS_URL));
    this.#lent.add(lent);
    return lent;
  }

  async end(): Promise<void> {
    // Servers that are starting have to be stopped, too.
    await this.#servers?.catch(() => {});
    try {
      await Promise.all([...this.#lent].map((lent) => lent.end()));
    } finally {
      this.#lent.clear();
      await this.#own?.stop();
      for (const signal of signals) process.off(signal, this.#interrupted);
      this.#own = undefined;
      this.#servers = undefined;
    }
  }

  /** They are no children that end with us: whoever presses Ctrl-C must not leave a database behind. */
  readonly #interrupted = () => {
    void this.end().finally(() => process.exit(1));
  };

  async #find(): Promise<Required<Addresses>> {
    const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
    const given = { DATABASE_URL: TEST_DATABASE_URL, REDIS_URL: TEST_REDIS_URL };
    for (const { DATABASE_URL, REDIS_URL } of [runningServices() ?? {}, given]) {
      if (DATABASE_URL && REDIS_URL) return { DATABASE_URL, REDIS_URL };
    }
    const found = findServices();
    const missing = (['postgres', 'redis'] as const).filter((name) => found[name] === undefined);
    if (missing.length > 0) {
      const names = { postgres: 'PostgreSQL', redis: 'Redis' };
      const advice = missing
        .map((name) => `${names[name]} is not installed here (${howToInstall(name)})`)
        .join(', and ');
      throw new Skipped(`This needs PostgreSQL and Redis, and ${advice}. Then: npm run services`);
    }
    if (!this.#mayStart)
      throw new Skipped('This needs PostgreSQL and Redis. Start them in another window: npm run services');
    for (const signal of signals) process.once(signal, this.#interrupted);
    this.#own = await startOwnServers();
    return this.#own.addresses;
  }
}

async function lendFrom(servers: Required<Addresses>, databases: RedisDatabases): Promise<Lent> {
  const [schema, database] = await Promise.all([openSchema(servers.DATABASE_URL), databases.claim()]);
  const gates = { postgres: gateOf(servers.DATABASE_URL, 5432), redis: gateOf(servers.REDIS_URL, 6379) };
  await Promise.all([gates.postgres.open(), gates.redis.open()]);
  let ending: Promise<unknown> | undefined;
  return {
    env: {
      DATABASE_URL: through(gates.postgres, servers.DATABASE_URL, ({ searchParams }) =>
        searchParams.set('search_path', schema.name),
      ),
      REDIS_URL: through(gates.redis, servers.REDIS_URL, (url) => {
        url.pathname = `/${database.number}`;
      }),
    },
    cut: (server) => gates[server].close(),
    mend: (server) => gates[server].open(),
    slow: (server, milliseconds) => {
      gates[server].delay = milliseconds;
    },
    async end() {
      ending ??= Promise.all([gates.postgres.close(), gates.redis.close()]).then(() =>
        Promise.all([schema.drop(), database.release()]),
      );
      await ending;
    },
  };
}

function gateOf(address: string, usualPort: number): Gate {
  const { hostname, port } = new URL(address);
  return new Gate(hostname.replace(/^\[|\]$/g, ''), Number(port || usualPort));
}

function through(gate: Gate, address: string, change: (url: URL) => void): string {
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  url.port = String(gate.port);
  change(url);
  return url.href;
}

async function openSchema(server: string): Promise<{ name: string; drop(): Promise<void> }> {
  const name = `check_${randomBytes(8).toString('hex')}`;
  const url = new URL(server);
  url.searchParams.set('pool', '1');
  // Loaded here, because few chapters come this far.
  const { openDatabase } = await import('../../../framework/drivers/database-driver.ts');
  const keeper = await openDatabase(url.href);
  // A name cannot be a value, so this is the one place where the SQL is put together.
  const run = (sql: string) => keeper.run(Object.assign([sql], { raw: [sql] }) as unknown as TemplateStringsArray);
  await run(`create schema ${name}`);
  return {
    name,
    async drop() {
      await run(`drop schema ${name} cascade`).finally(() => keeper.onStop());
    },
  };
}
