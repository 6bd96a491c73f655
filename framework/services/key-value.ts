export interface SetOptions {
  /** Whole seconds until the value is gone. Without it the value stays. */
  ttl?: number;
}

export interface IncrementOptions {
  /** How much to add, a whole number; 1 by default. */
  by?: number;
  /** Seconds until the counter is gone, counted from its first increment: later ones do not extend it. */
  ttl?: number;
}

/**
 * Values that must be there until they expire: sessions, refresh tokens, counters. What may vanish at any time belongs
 * in `Cache`. Every operation is one step: of two that race, one comes first, also across processes.
 *
 * Values are stored as JSON text. What JSON cannot hold (undefined, functions, BigInt, NaN, Map, Set, circles) is refused.
 */
export abstract class KeyValue {
  abstract get<T = unknown>(key: string): Promise<T | undefined>;

  /** Replaces the value and its ttl. */
  abstract set(key: string, value: unknown, options?: SetOptions): Promise<void>;

  /** Gives false, and changes nothing, where the key has a value. */
  abstract setIfAbsent(key: string, value: unknown, options?: SetOptions): Promise<boolean>;

  /** Reads and deletes in one step, so that a one-time token is given to one caller only. */
  abstract take<T = unknown>(key: string): Promise<T | undefined>;

  /** Tells whether there was something to delete. */
  abstract delete(key: string): Promise<boolean>;

  /** Adds to a counter, which begins at 0, and gives the new value. */
  abstract increment(key: string, options?: IncrementOptions): Promise<number>;

  /** Seconds left, rounded up (what `Retry-After` wants); Infinity without a ttl; undefined where there is no value. */
  abstract ttl(key: string): Promise<number | undefined>;
}
