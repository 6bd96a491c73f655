import { checkTtl, fromJson, toJson } from './stored-value.ts';

/** A driver in memory answers at once, one on a network later. */
type Awaitable<T> = T | Promise<T>;

/**
 * Values that can be made again, and may vanish at any time. What must not vanish belongs in `KeyValue`.
 *
 * The rules live here and the drivers below only keep text, so that every driver behaves alike: values are stored as
 * JSON text, and what JSON cannot hold (undefined, functions, BigInt, NaN, Map, Set, circles) is refused.
 */
export abstract class Cache {
  readonly #loading = new Map<string, Promise<string>>();

  async get<T = unknown>(key: string): Promise<T | undefined> {
    const text = await this.read(key);
    return text === undefined ? undefined : fromJson<T>(text);
  }

  /** Without a ttl (whole seconds) the value stays until it is evicted. */
  async set(key: string, value: unknown, { ttl }: { ttl?: number } = {}): Promise<void> {
    checkTtl(ttl);
    const text = toJson(value);
    this.#loading.delete(key);
    await this.write(key, text, ttl);
  }

  /** Tells whether there was something to delete. */
  async delete(key: string): Promise<boolean> {
    this.#loading.delete(key);
    return this.remove(key);
  }

  /**
   * The cached value, or else what `load` gives, kept for `ttl` seconds. Calls that come while a value is being loaded
   * wait for it, so that a popular key that expires costs one load and not a hundred. A load that fails is not kept.
   */
  async getOrSet<T>(key: string, ttl: number, load: () => T | Promise<T>): Promise<T> {
    checkTtl(ttl);
    // Every caller parses its own copy, the first one too: nobody's changes reach another caller.
    return fromJson<T>(await (this.#loading.get(key) ?? this.#load(key, ttl, load)));
  }

  #load(key: string, ttl: number, load: () => unknown): Promise<string> {
    // The look into the store belongs to the shared part: a caller either joins it or comes after the value was written.
    const loading: Promise<string> = Promise.resolve(this.read(key))
      .then(async (cached) => {
        if (cached !== undefined) return cached;
        const text = toJson(await load());
        // A set or delete that came meanwhile is newer than what was loaded, and must not be undone by it.
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
