import { type Clock, SystemClock } from './clock.ts';
import { type IncrementOptions, KeyValue, type SetOptions } from './key-value.ts';
import { checkMaxEntries, checkTtl, expiry, fromJson, type StoredValue, toJson } from './stored-value.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * A `KeyValue` store in the memory of one process. Its size is bounded, but a session must not disappear because others
 * were created. So a full store removes expired entries, and if that is not enough, rejects new keys with an error.
 */
export class MemoryKeyValue extends KeyValue {
  /** The application sets its own clock here. */
  clock: Clock;
  readonly #entries = new Map<string, StoredValue>();
  readonly #maxEntries: number;
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock = new SystemClock(), { maxEntries = 1_000_000 }: { maxEntries?: number } = {}) {
    super();
    checkMaxEntries(maxEntries);
    this.clock = clock;
    this.#maxEntries = maxEntries;
  }

  // The methods are atomic because none of them awaits anything.

  async get<T = unknown>(key: string): Promise<T | undefined> {
    const entry = this.#read(key);
    return entry && fromJson<T>(entry.text);
  }

  async set(key: string, value: unknown, { ttl }: SetOptions = {}): Promise<void> {
    checkTtl(ttl);
    this.#write(key, toJson(value), ttl);
  }

  async setIfAbsent(key: string, value: unknown, { ttl }: SetOptions = {}): Promise<boolean> {
    checkTtl(ttl);
    const text = toJson(value);
    if (this.#read(key)) return false;
    this.#write(key, text, ttl);
    return true;
  }

  async take<T = unknown>(key: string): Promise<T | undefined> {
    const entry = this.#read(key);
    this.#entries.delete(key);
    return entry && fromJson<T>(entry.text);
  }

  async delete(key: string): Promise<boolean> {
    return this.#read(key) !== undefined && this.#entries.delete(key);
  }

  async increment(key: string, { by = 1, ttl }: IncrementOptions = {}): Promise<number> {
    checkTtl(ttl);
    const entry = this.#read(key);
    const after = (entry ? integerOf(entry) : 0) + by;
    if (!Number.isSafeInteger(after)) {
      throw new RangeError(`increment by ${by}: pass an integer, and keep the counter within the safe integers.`);
    }
    if (entry) entry.text = String(after);
    else this.#write(key, String(after), ttl);
    return after;
  }

  async decrement(key: string): Promise<number> {
    const entry = this.#read(key);
    const after = entry ? integerOf(entry) - 1 : 0;
    if (entry && after > 0) entry.text = String(after);
    else this.#entries.delete(key);
    return Math.max(after, 0);
  }

  async ttl(key: string): Promise<number | undefined> {
    const entry = this.#read(key);
    return entry && Math.ceil((entry.expiresAt - this.clock.now()) / SECOND);
  }

  #read(key: string): StoredValue | undefined {
    const entry = this.#entries.get(key);
    if (entry && entry.expiresAt <= this.clock.now()) {
      this.#entries.delete(key);
      return undefined;
    }
    return entry;
  }

  #write(key: string, text: string, ttl: number | undefined): void {
    const now = this.clock.now();
    if (!this.#entries.has(key)) this.#makeRoom(now);
    this.#entries.set(key, { text, expiresAt: expiry(ttl, now) });
  }

  /**
   * Removes expired keys that are never read again. This happens during writes, so that no timer has to be stopped: at
   * most once a minute, or once a second if the store is full, since a pass over a million entries takes
   * milliseconds.
   */
  #makeRoom(now: number): void {
    const full = this.#entries.size >= this.#maxEntries;
    if (Math.abs(now - this.#sweptAt) >= (full ? SECOND : MINUTE)) {
      for (const [key, { expiresAt }] of this.#entries) if (expiresAt <= now) this.#entries.delete(key);
      this.#sweptAt = now;
    }
    if (this.#entries.size >= this.#maxEntries) {
      throw new Error(
        `The key-value store is full: it has ${this.#maxEntries} entries. The new value was not stored. ` +
          'Give entries a ttl, raise maxEntries, or use Redis.',
      );
    }
  }
}

function integerOf({ text }: StoredValue): number {
  const value: unknown = fromJson(text);
  if (!Number.isSafeInteger(value))
    throw new TypeError('The value of this key is not an integer, so it is not a counter.');
  return value as number;
}
