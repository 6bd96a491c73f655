import { once } from 'node:events';
import { connect } from 'node:net';

/** The databases of one Redis server that checks may have: fifteen, which nobody uses by accident. */
export interface RedisDatabases {
  claim(): Promise<RedisDatabase>;
}

export interface RedisDatabase {
  readonly number: number;
  /** Empties it. */
  release(): Promise<void>;
}

const numbers = Array.from({ length: 15 }, (_, index) => index + 1);
const noneFree = 'All databases of this Redis server are in use by other checks. Run fewer of them at once.';
const mark = 'trellis:check';

/** Others may use the server too, so a mark in the database says that it is taken. It is gone after ten minutes, if forgotten. */
export class SharedDatabases implements RedisDatabases {
  readonly #server: string;

  constructor(server: string) {
    this.#server = server;
  }

  async claim(): Promise<RedisDatabase> {
    // Loaded here, because few chapters come this far.
    const { RedisConnection } = await import('../../../framework/drivers/redis/connection.ts');
    for (const number of numbers) {
      const url = new URL(this.#server);
      url.pathname = `/${number}`;
      const connection = new RedisConnection(url.href, {});
      await connection.open();
      if ((await connection.send(['SET', mark, String(process.pid), 'NX', 'EX', '600'])) === null) {
        await connection.close();
        continue;
      }
      const release = async () => {
        await connection.send(['FLUSHDB']).finally(() => connection.close());
      };
      return { number, release };
    }
    throw new Error(noneFree);
  }
}

/** A server of our own: we know what is taken. And it lets everybody in, so that nobody needs the client, which loads slowly. */
export class OwnDatabases implements RedisDatabases {
  readonly #server: URL;
  readonly #taken = new Set<number>();

  constructor(server: string) {
    this.#server = new URL(server);
  }

  async claim(): Promise<RedisDatabase> {
    const number = numbers.find((each) => !this.#taken.has(each));
    if (number === undefined) throw new Error(noneFree);
    this.#taken.add(number);
    const release = async () => {
      const socket = connect(Number(this.#server.port), this.#server.hostname);
      socket.end(`SELECT ${number}\r\nFLUSHDB\r\nQUIT\r\n`).resume();
      await once(socket, 'close');
      this.#taken.delete(number);
    };
    return { number, release };
  }
}
