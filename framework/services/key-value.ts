export interface SetOptions {
  /** Seconds until the value expires, an integer. Without it, the value stays. */
  ttl?: number;
}

export interface IncrementOptions {
  /** The integer to add, 1 by default. */
  by?: number;
  /** Seconds until the counter expires, from its first increment on. Later increments don't extend it. */
  ttl?: number;
}

/**
 * Values that must stay until they expire: sessions, refresh tokens, counters. Values that may disappear at any time belong
 * in `Cache`. Every operation is atomic: of two concurrent calls one comes first, even across processes.
 *
 * Values are stored as JSON. Anything JSON cannot represent (undefined, functions, BigInt, NaN, Map, Set, cycles) is
 * rejected.
 */
export abstract class KeyValue {
  abstract get<T = unknown>(key: string): Promise<T | undefined>;

  /** Replaces the value and its ttl. */
  abstract set(key: string, value: unknown, options?: SetOptions): Promise<void>;

  /** Returns false and changes nothing if the key already has a value. */
  abstract setIfAbsent(key: string, value: unknown, options?: SetOptions): Promise<boolean>;

  /** Reads and deletes atomically, so that only one caller gets a one-time token. */
  abstract take<T = unknown>(key: string): Promise<T | undefined>;

  /** Returns whether the key had a value. */
  abstract delete(key: string): Promise<boolean>;

  /** Adds to a counter, which starts at 0, and returns the new value. */
  abstract increment(key: string, options?: IncrementOptions): Promise<number>;

  /** Takes 1 back from a counter, and returns the new value. At 0 the counter is removed, so what was taken back leaves no entry. */
  abstract decrement(key: string): Promise<number>;

  /** The seconds left, rounded up as `Retry-After` needs them. Infinity without a ttl, undefined without a value. */
  abstract ttl(key: string): Promise<number | undefined>;
}
