/** `{ connections: undefined }` would switch a limit off, and every comparison with NaN is false. */
export function checkLimits<T extends object>(limits: T): T {
  for (const [name, value] of Object.entries(limits)) {
    if (typeof value === 'number' && value >= 0) continue;
    throw new RangeError(`limits.${name} is ${value}. A limit is a number, 0 or more; leave it out for its default.`);
  }
  return limits;
}
