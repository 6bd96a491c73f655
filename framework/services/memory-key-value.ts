import { type Clock, SystemClock } from './clock.ts';
import { type IncrementOptions, KeyValue, type SetOptions } from './key-value.ts';
import { checkMaxEntries, checkTtl, expiry, fromJson, type StoredValue, toJson } from './stored-value.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * `KeyValue` in the memory of one process. Bounded: a session must not vanish because others came, so a full store
 * forgets what has expired and otherwise refuses new keys, aloud.
 */
export class MemoryKeyValue extends KeyValue {
  /** The app puts its own clock here. */
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

  // Each method does its work without awaiting anything: that is what makes it one step.

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
    const before: unknown = entry ? fromJson(entry.text) : 0;
    if (!Number.isSafeInteger(before)) throw new TypeError('increment: the value of this key is not a whole number.');
    const after = (before as number) + by;
    if (!Number.isSafeInteger(after)) {
      throw new RangeError(`increment by ${by}: give a whole number, and keep the counter within the safe integers.`);
    }
    if (entry) entry.text = String(after);
    else this.#write(key, String(after), ttl);
    return after;
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
   * Keys that nobody reads again are found here, on the way, and not by a timer that would keep the process alive: what
   * has expired stays for a minute of writes at most. A full store looks more often, but not at every write, because a
   * look at a million entries takes milliseconds.
   */
  #makeRoom(now: number): void {
    const full = this.#entries.size >= this.#maxEntries;
    if (Math.abs(now - this.#sweptAt) >= (full ? SECOND : MINUTE)) {
      for (const [key, { expiresAt }] of this.#entries) if (expiresAt <= now) this.#entries.delete(key);
      this.#sweptAt = now;
    }
    if (this.#entries.size >= this.#maxEntries) {
      throw new Error(
        `The key-value store is full: it has ${this.#maxEntries} entries. Nothing was stored. ` +
          'Give entries a ttl, raise maxEntries, or move to Redis.',
      );
    }
  }
}
