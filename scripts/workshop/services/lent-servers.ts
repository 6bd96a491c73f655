import { randomBytes } from 'node:crypto';
import { Gate } from './gate.ts';
import type { Addresses } from './services.ts';

export type ServerName = 'postgres' | 'redis';

/** PostgreSQL and Redis for one story: an empty schema and an empty database, each reached through its own gate. */
export interface LentServers {
  /** The environment variables with their addresses. */
  readonly env: Readonly<Required<Addresses>>;
  /** Cuts the connection to a server for programs that were started with `env`. */
  cut(server: ServerName): Promise<void>;
  mend(server: ServerName): Promise<void>;
  /** Delays each chunk by this many milliseconds in each direction. */
  slow(server: ServerName, milliseconds: number): void;
  /** Removes what was stored. */
  end(): Promise<void>;
}

/** Part of a server that belongs to one story alone. */
interface Claimed {
  readonly name: string;
  /** Removes what was stored in it, and closes the connection. */
  release(): Promise<void>;
}

/** Claims a schema and a Redis database of these servers, and opens the gates to them. */
export async function lendFrom(servers: Required<Addresses>): Promise<LentServers> {
  const [schema, database] = await Promise.all([
    claimSchema(servers.DATABASE_URL),
    claimRedisDatabase(servers.REDIS_URL),
  ]);
  const gates = { postgres: gateOf(servers.DATABASE_URL, 5432), redis: gateOf(servers.REDIS_URL, 6379) };
  await Promise.all([gates.postgres.open(), gates.redis.open()]);
  let ending: Promise<unknown> | undefined;
  return {
    env: {
      DATABASE_URL: through(gates.postgres, servers.DATABASE_URL, ({ searchParams }) =>
        searchParams.set('search_path', schema.name),
      ),
      REDIS_URL: through(gates.redis, servers.REDIS_URL, (url) => {
        url.pathname = `/${database.name}`;
      }),
    },
    cut: (server) => gates[server].close(),
    mend: (server) => gates[server].open(),
    slow: (server, milliseconds) => {
      gates[server].delay = milliseconds;
    },
    async end() {
      ending ??= Promise.all([gates.postgres.close(), gates.redis.close()]).then(() =>
        Promise.all([schema.release(), database.release()]),
      );
      await ending;
    },
  };
}

async function claimSchema(server: string): Promise<Claimed> {
  const name = `check_${randomBytes(8).toString('hex')}`;
  const url = new URL(server);
  url.searchParams.set('pool', '1');
  // Imported here, because only the last chapters need a database server.
  const { openDatabase } = await import('../../../framework/drivers/database-driver.ts');
  const database = await openDatabase(url.href);
  // An identifier can't be a parameter, so this is the one place that concatenates SQL.
  const run = (sql: string) => database.run(Object.assign([sql], { raw: [sql] }) as unknown as TemplateStringsArray);
  await run(`create schema ${name}`);
  const release = async () => {
    await run(`drop schema ${name} cascade`).finally(() => database.onStop());
  };
  return { name, release };
}

/**
 * One of the databases 1 to 15 of a Redis server. Other runs may use the same server, so a key marks the database as
 * taken. The key expires after ten minutes, in case a run ends without releasing it.
 */
async function claimRedisDatabase(server: string): Promise<Claimed> {
  const { RedisConnection } = await import('../../../framework/drivers/redis/connection.ts');
  for (let number = 1; number <= 15; number++) {
    const url = new URL(server);
    url.pathname = `/${number}`;
    const connection = new RedisConnection(url.href, {});
    await connection.open();
    if ((await connection.send(['SET', 'trellis:check', String(process.pid), 'NX', 'EX', '600'])) !== null) {
      const release = async () => {
        await connection.send(['FLUSHDB']).finally(() => connection.close());
      };
      return { name: String(number), release };
    }
    await connection.close();
  }
  throw new Error('All databases of this Redis server are in use by other checks. Run fewer of them at once.');
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
