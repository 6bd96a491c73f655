import type { Context } from '../http/context.ts';
import { errorShape } from '../http/errors.ts';
import { isStatus } from '../http/status.ts';
import type { HttpPlatform } from './platform.ts';

/** JSON for every value, and `{ "error": "…" }` for every error. */
export function api(): HttpPlatform {
  return {
    kind: 'http',
    forms: false,
    serialize(value, ctx) {
      const special = typeof value === 'object' && value !== null ? statusAndBody(value, ctx) : undefined;
      if (special === undefined) return void ctx.json(value);
      const { status, body } = special;
      ctx.status(status);
      // An application that shapes its errors itself also shapes those that are returned.
      if (body === value && status >= 400 && this.serializeError !== serializeError)
        this.serializeError(status, (value as { error: string }).error, ctx);
      else if (body !== undefined) ctx.json(body);
    },
    serializeError,
  };
}

export function serializeError(status: number, message: string, ctx: Context): void {
  ctx.status(status).json(errorShape(message));
}

/**
 * The two objects with a special meaning: `{ error, status? }` and `{ _status, data }`. Only plain objects with exactly
 * these keys and valid values count: data that came from a user must not be able to choose our status.
 */
export function statusAndBody(value: object, ctx: Context): { status: number; body: unknown } | undefined {
  if (!('error' in value) && !('_status' in value)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const { error, status, _status, data } = value as Record<string, unknown>;
  const keys = Object.keys(value).sort().join();
  if (keys === 'error' && typeof error === 'string') return { status: errorStatus(ctx), body: value };
  if (keys === 'error,status' && typeof error === 'string' && isStatus(status)) return { status, body: value };
  if (keys === '_status,data' && isStatus(_status)) return { status: _status, body: data };
}

/** A `ctx.status(404)` before `return { error }` was intended; a success status wasn't. */
function errorStatus({ response }: Context): number {
  return response.status >= 400 ? response.status : 500;
}
