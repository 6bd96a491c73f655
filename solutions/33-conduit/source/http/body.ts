// #region step-1
import * as z from 'zod';

/** A body such as `{ "user": { … } }`. One that isn't an object has no `user`, and that is what the error says. */
export function wrapped<Name extends string, Fields extends z.ZodRawShape>(name: Name, fields: Fields) {
  const inner = z.object(fields, { error: 'must be an object' });
  const outer = z.object({ [name]: inner } as Record<Name, typeof inner>);
  return z.preprocess((body) => (isObject(body) ? body : {}), outer);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A string that says something, of at most this many characters. */
export function text(most: number) {
  return z
    .string({ error: 'must be a string' })
    .max(most, `must have at most ${most} characters`)
    .refine((value) => value.trim() !== '', "can't be blank");
}
// #endregion
