import { checkTtl, fromJson, toJson } from './stored-value.ts';

/** A driver in memory returns its result directly; one on a network returns a promise. */
type Awaitable<T> = T | Promise<T>;

/**
 * Values that can be computed again, and may disappear at any time. Values that must stay belong in `KeyValue`.
 *
 * This class contains the rules, and a driver only stores strings, so that all drivers behave alike: values are stored as
 * JSON, and anything JSON cannot represent (undefined, functions, BigInt, NaN, Map, Set, cycles) is rejected.
 */
export abstract class Cache {
  readonly #loading = new Map<string, Promise<string>>();

  async get<T = unknown>(key: string): Promise<T | undefined> {
    const text = await this.read(key);
    return text === undefined ? undefined : fromJson<T>(text);
  }

  /** The `ttl` is in seconds. Without one, the value stays until it is evicted. */
  async set(key: string, value: unknown, { ttl }: { ttl?: number } = {}): Promise<void> {
    checkTtl(ttl);
    const text = toJson(value);
    this.#loading.delete(key);
    await this.write(key, text, ttl);
  }

  /** Returns whether the key had a value. */
  async delete(key: string): Promise<boolean> {
    this.#loading.delete(key);
    return this.remove(key);
  }

  /**
   * Returns the cached value. If there is none, calls `load` and keeps its result for `ttl` seconds. Calls during a load
   * wait for it, so that a popular key that expires costs one load and not a hundred. Failed loads are not cached.
   */
  async getOrSet<T>(key: string, ttl: number, load: () => T | Promise<T>): Promise<T> {
    checkTtl(ttl);
    // Every caller parses its own copy, including the first, so that no caller can change another's value.
    return fromJson<T>(await (this.#loading.get(key) ?? this.#load(key, ttl, load)));
  }

  #load(key: string, ttl: number, load: () => unknown): Promise<string> {
    // Reading the store is part of the shared promise: a caller either joins it or comes after the value was written.
    const loading: Promise<string> = Promise.resolve(this.read(key))
      .then(async (cached) => {
        if (cached !== undefined) return cached;
        const text = toJson(await load());
        // A set or delete during the load is newer than the loaded value, which must not overwrite it.
        if (this.#loading.get(key) === loading) await this.write(key, text, ttl);
        return text;
      })
      .finally(() => {
        if (this.#loading.get(key) === loading) this.#loading.delete(key);
      });
    this.#loading.set(key, loading);
    return loading;
  }

  protected abstract read(key: string): Awaitable<string | undefined>;
  protected abstract write(key: string, text: string, ttl: number | undefined): Awaitable<void>;
  protected abstract remove(key: string): Awaitable<boolean>;
}
