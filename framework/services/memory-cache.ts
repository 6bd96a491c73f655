import { Cache } from './cache.ts';
import { type Clock, SystemClock } from './clock.ts';
import { checkMaxEntries, expiry, type StoredValue } from './stored-value.ts';

/** `Cache` in the memory of one process. Full, it forgets what was not used for the longest time. */
export class MemoryCache extends Cache {
  /** The app puts its own clock here. */
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
      this.#forget(entry);
      return undefined;
    }
    this.#order.remove(entry);
    this.#order.add(entry);
    return entry.text;
  }

  protected write(key: string, text: string, ttl: number | undefined): void {
    const old = this.#entries.get(key);
    if (old) this.#forget(old);
    else if (this.#entries.size >= this.#maxEntries) this.#forget(this.#order.oldest);
    const entry = new Entry(key, text, expiry(ttl, this.clock.now()));
    this.#entries.set(key, entry);
    this.#order.add(entry);
  }

  protected remove(key: string): boolean {
    const entry = this.#entries.get(key);
    if (!entry) return false;
    this.#forget(entry);
    return entry.expiresAt > this.clock.now();
  }

  #forget(entry: Entry): void {
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
 * Entries in the order of their last use, as a ring of links. The order of a Map would do, with less code, but V8 leaves
 * holes where entries were deleted: finding the first entry then takes longer the more were evicted, and an iterator kept
 * for that purpose holds on to every table that the Map has outgrown.
 */
class UseOrder {
  /** Stands between the newest and the oldest entry, so that there is no empty ring to treat apart. */
  readonly #seam = new Entry('', '', 0);

  get oldest(): Entry {
    return this.#seam.newer;
  }

  add(entry: Entry): void {
    entry.newer = this.#seam;
    entry.older = this.#seam.older;
    this.#seam.older.newer = entry;
    this.#seam.older = entry;
  }

  remove(entry: Entry): void {
    entry.older.newer = entry.newer;
    entry.newer.older = entry.older;
  }
}
