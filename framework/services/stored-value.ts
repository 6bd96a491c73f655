/**
 * The value that `Cache` and `KeyValue` store with every driver: JSON with an expiry. The memory drivers store JSON too, so
 * that a program sees no difference when it moves to Redis: in both, a Date comes back as a string, and changing an object
 * that was read doesn't change the store.
 */
export interface StoredValue {
  text: string;
  /** The time at which the value expires, in milliseconds on the clock. Infinity if it stays. */
  expiresAt: number;
}

/** Rejects values that JSON would silently drop or change, so that a Map doesn't come back as `{}`. */
export function toJson(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value, rejectLoss);
  } catch (error) {
    // The message doesn't contain the key: session ids and refresh tokens are keys, and messages are logged.
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

/** A ttl is an integer number of seconds, which every driver supports. */
export function checkTtl(ttl: number | undefined): void {
  if (ttl !== undefined && !(Number.isSafeInteger(ttl) && ttl >= 1)) {
    throw new RangeError(`ttl is ${ttl}: pass an integer of at least 1 second, or omit it.`);
  }
}

/** With NaN, every comparison with the bound would be false, and the store would grow without limit. */
export function checkMaxEntries(maxEntries: number): void {
  if (!(Number.isSafeInteger(maxEntries) && maxEntries >= 1)) {
    throw new RangeError(`maxEntries is ${maxEntries}: pass an integer of at least 1.`);
  }
}

function rejectLoss(this: unknown, name: string, value: unknown): unknown {
  const isLossy =
    typeof value === 'function' ||
    typeof value === 'symbol' ||
    typeof value === 'bigint' ||
    (typeof value === 'number' && !Number.isFinite(value)) ||
    (value === undefined && Array.isArray(this)) ||
    value instanceof Map ||
    value instanceof Set;
  if (isLossy) throw new TypeError(`${name === '' ? 'it' : `"${name}"`} is ${kindOf(value)}.`);
  return value;
}

function kindOf(value: unknown): string {
  if (typeof value === 'number' || value === undefined) return String(value);
  return `a ${typeof value === 'object' ? value?.constructor.name : typeof value}`;
}
