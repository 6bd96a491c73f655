import { type Context, HttpError } from 'trellis';

/** The header with which a client names a request, so that it can be repeated. Undefined if it has none. */
export function idempotencyKey(ctx: Context): string | undefined {
  const key = ctx.header('Idempotency-Key');
  if (key === '') return undefined;
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw new HttpError(400, 'Invalid idempotency key');
  return key;
}
