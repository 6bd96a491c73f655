/** Limits that may be 0, because a server that allows nothing of it still works. The others would refuse every request. */
const mayBeZero = new Set(['body', 'grace', 'cleanup', 'drain']);

/** In every limit, 0 means none at all, and Infinity means no limit. */
export function checkLimits<T extends object>(limits: T): T {
  for (const [name, value] of Object.entries(limits)) {
    checkLimit(`limits.${name}`, value);
    if (value === 0 && !mayBeZero.has(name)) {
      throw new RangeError(`limits.${name} is 0, which no request could meet. For no limit, write Infinity.`);
    }
  }
  return limits;
}

/** `{ connections: undefined }` would switch a limit off, and every comparison with NaN is false. */
export function checkLimit(name: string, value: unknown): void {
  if (typeof value === 'number' && value >= 0) return;
  throw new RangeError(`${name} is ${String(value)}. A limit is a number: 0 or more, or Infinity for no limit.`);
}

/** The longest time that a timer of Node can wait. It would take a longer one for no time at all. */
const longestTimer = 2 ** 31 - 1;

/** The time of a limit for `setTimeout` and `setInterval`. */
export function timerOf(limit: number): number {
  return Math.min(limit, longestTimer);
}

/** The time of a limit for Node's HTTP server, which wants an integer, and for which 0 means no limit. */
export function serverTimeoutOf(limit: number): number {
  return limit > longestTimer ? 0 : Math.ceil(limit);
}
