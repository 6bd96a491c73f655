import { Cache } from '../../services/cache.ts';
import { RedisConnection } from './connection.ts';
import type { RedisOptions } from './key-value.ts';

/**
 * `Cache` on Redis or Valkey, shared by all processes. `getOrSet` loads a value once per process. Entries expire by Redis's
 * own clock: the application's `Clock` has no influence on it. The server's settings `maxmemory` and `maxmemory-policy` limit
 * its size. They would evict sessions too, so give the cache a server of its own if you use them.
 */
export class RedisCache extends Cache {
  readonly #connection: RedisConnection;
  readonly #prefix: string;

  constructor(url = process.env.REDIS_URL ?? '', { prefix = 'trellis:cache:', ...limits }: RedisOptions = {}) {
    super();
    this.#connection = new RedisConnection(url, limits);
    this.#prefix = prefix;
  }

  onStart(): Promise<void> {
    return this.#connection.open();
  }

  onStop(): Promise<void> {
    return this.#connection.close();
  }

  protected async read(key: string): Promise<string | undefined> {
    const reply = await this.#connection.send(['GET', this.#prefix + key]);
    return typeof reply === 'string' ? reply : undefined;
  }

  protected async write(key: string, text: string, ttl: number | undefined): Promise<void> {
    const expiry = ttl === undefined ? [] : ['EX', String(ttl)];
    await this.#connection.send(['SET', this.#prefix + key, text, ...expiry]);
  }

  protected async remove(key: string): Promise<boolean> {
    return (await this.#connection.send(['DEL', this.#prefix + key])) === 1;
  }
}
