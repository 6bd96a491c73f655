/**
 * What `Cache` and `KeyValue` store, whichever driver stands behind them: JSON text with an end. Keeping text in memory
 * too means that a program sees no difference when it moves to Redis: a Date comes back as a string in both, and
 * changing an object that was read changes nothing in the store.
 */
export interface StoredValue {
  text: string;
  /** Milliseconds on the clock from which the value is gone; Infinity when it stays. */
  expiresAt: number;
}

/** Refuses what JSON would drop or change without a word, so that nobody finds `{}` where a Map was stored. */
export function toJson(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value, refuseLoss);
  } catch (error) {
    // The key is not named: session ids and refresh tokens are keys, and this message ends in a log.
    throw new TypeError(`The value cannot be stored as JSON: ${(error as Error).message}`, { cause: error });
  }
  if (text === undefined) throw new TypeError('undefined cannot be stored. Store null, or delete the key.');
  return text;
}

export function fromJson<T>(text: string): T {
  return JSON.parse(text) as T;
}

export function expiry(ttl: number | undefined, now: number): number {
  return ttl === undefined ? Number.POSITIVE_INFINITY : now + ttl * 1_000;
}

/** Whole seconds, since that is what every store behind these interfaces can keep. */
export function checkTtl(ttl: number | undefined): void {
  if (ttl !== undefined && !(Number.isSafeInteger(ttl) && ttl >= 1)) {
    throw new RangeError(`ttl is ${ttl}: give a whole number of seconds, at least 1, or leave it out.`);
  }
}

/** A bound that is no number would be no bound. */
export function checkMaxEntries(maxEntries: number): void {
  if (!(Number.isSafeInteger(maxEntries) && maxEntries >= 1)) {
    throw new RangeError(`maxEntries is ${maxEntries}: give a whole number, at least 1.`);
  }
}

function refuseLoss(this: unknown, name: string, value: unknown): unknown {
  const lost =
    typeof value === 'function' ||
    typeof value === 'symbol' ||
    typeof value === 'bigint' ||
    (typeof value === 'number' && !Number.isFinite(value)) ||
    (value === undefined && Array.isArray(this)) ||
    value instanceof Map ||
    value instanceof Set;
  if (lost) throw new TypeError(`${name === '' ? 'it' : `"${name}"`} is ${kindOf(value)}.`);
  return value;
}

function kindOf(value: unknown): string {
  if (typeof value === 'number' || value === undefined) return String(value);
  return `a ${typeof value === 'object' ? value?.constructor.name : typeof value}`;
}
