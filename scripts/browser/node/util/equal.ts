import { isDate, isMap, isSet, isTypedArray } from './types.ts';

/** As `isDeepStrictEqual` compares: by `Object.is`, with prototypes, own enumerable keys and symbols. */
export function equal(a: unknown, b: unknown, seen = new Map<unknown, unknown>()): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (seen.get(a) === b) return true;
  seen.set(a, b);
  if (isDate(a) !== isDate(b) || isMap(a) !== isMap(b) || isSet(a) !== isSet(b)) return false;
  if (isDate(a) && a.getTime() !== (b as Date).getTime()) return false;
  if (a instanceof RegExp && String(a) !== String(b)) return false;
  if (a instanceof Error && (a.name !== (b as Error).name || a.message !== (b as Error).message)) return false;
  if (isTypedArray(a) && (a as Uint8Array).length !== (b as Uint8Array).length) return false;
  if (Array.isArray(a) !== Array.isArray(b) || (Array.isArray(a) && a.length !== (b as unknown[]).length)) return false;
  if (isMap(a) && !equalMaps(a as Map<unknown, unknown>, b as Map<unknown, unknown>, seen)) return false;
  if (isSet(a) && !equalSets(a as Set<unknown>, b as Set<unknown>, seen)) return false;
  if ([Number, String, Boolean].some((type) => a instanceof type) && !Object.is(a.valueOf(), b.valueOf())) return false;
  const keys = keysOf(a);
  const others = keysOf(b);
  return (
    keys.length === others.length &&
    keys.every((key) => others.includes(key) && equal((a as never)[key] as unknown, (b as never)[key] as unknown, seen))
  );
}

function keysOf(value: object): (string | symbol)[] {
  return Reflect.ownKeys(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key));
}

function equalMaps(a: Map<unknown, unknown>, b: Map<unknown, unknown>, seen: Map<unknown, unknown>): boolean {
  return (
    a.size === b.size &&
    [...a].every(([key, value]) =>
      b.has(key)
        ? equal(value, b.get(key), seen)
        : [...b].some(([other, found]) => equal(key, other, seen) && equal(value, found, seen)),
    )
  );
}

function equalSets(a: Set<unknown>, b: Set<unknown>, seen: Map<unknown, unknown>): boolean {
  return (
    a.size === b.size && [...a].every((value) => b.has(value) || [...b].some((other) => equal(value, other, seen)))
  );
}
