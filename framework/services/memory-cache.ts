import { Cache } from './cache.ts';
import { type Clock, SystemClock } from './clock.ts';
import { checkMaxEntries, expiry, type StoredValue } from './stored-value.ts';

/** A `Cache` in the memory of one process. When it is full, it evicts the least recently used entry. */
export class MemoryCache extends Cache {
  /** The application sets its own clock here. */
  clock: Clock;
  readonly #maxEntries: number;
  readonly #entries = new Map<string, Entry>();
  readonly #order = new UseOrder();

  constructor(clock: Clock = new SystemClock(), { maxEntries = 10_000 }: { maxEntries?: number } = {}) {
    super();
    checkMaxEntries(maxEntries);
    this.clock = clock;
    this.#maxEntries = maxEntries;
  }

  protected read(key: string): string | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.expiresAt <= this.clock.now()) {
      this.#evict(entry);
      return undefined;
    }
    this.#order.remove(entry);
    this.#order.add(entry);
    return entry.text;
  }

  protected write(key: string, text: string, ttl: number | undefined): void {
    const old = this.#entries.get(key);
    if (old) this.#evict(old);
    else if (this.#entries.size >= this.#maxEntries) this.#evict(this.#order.oldest);
    const entry = new Entry(key, text, expiry(ttl, this.clock.now()));
    this.#entries.set(key, entry);
    this.#order.add(entry);
  }

  protected remove(key: string): boolean {
    const entry = this.#entries.get(key);
    if (!entry) return false;
    this.#evict(entry);
    return entry.expiresAt > this.clock.now();
  }

  #evict(entry: Entry): void {
    this.#entries.delete(entry.key);
    this.#order.remove(entry);
  }
}

class Entry implements StoredValue {
  older: Entry = this;
  newer: Entry = this;

  constructor(
    readonly key: string,
    readonly text: string,
    readonly expiresAt: number,
  ) {}
}

/**
 * Entries in the order of their last use, as a doubly linked ring. The insertion order of a Map would need less code, but
 * V8 leaves holes where entries were deleted: finding the first entry takes longer the more were evicted, and an iterator
 * kept for that purpose retains every table that the Map has outgrown.
 */
class UseOrder {
  /** Sits between the newest and the oldest entry, so that an empty ring is not a special case. */
  readonly #sentinel = new Entry('', '', 0);

  get oldest(): Entry {
    return this.#sentinel.newer;
  }

  add(entry: Entry): void {
    entry.newer = this.#sentinel;
    entry.older = this.#sentinel.older;
    this.#sentinel.older.newer = entry;
    this.#sentinel.older = entry;
  }

  remove(entry: Entry): void {
    entry.older.newer = entry.newer;
    entry.newer.older = entry.older;
  }
}
