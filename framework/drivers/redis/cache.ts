import { Cache } from '../../services/cache.ts';
import { RedisConnection } from './connection.ts';
import type { RedisOptions } from './key-value.ts';

/**
 * `Cache` on Redis or Valkey, shared by all processes; `getOrSet` loads once in each of them. What expires does so by
 * Redis's own clock: the application's `Clock` does not move it. How much it may hold, and what it then forgets, is the
 * server's setting (`maxmemory`, `maxmemory-policy`); since that would forget sessions too, give it a server of its own.
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
