import { AsyncResource } from 'node:async_hooks';
import type { Readable } from 'node:stream';

/**
 * The source of a response runs when the handler has returned, and again whenever the connection can take more: in nobody's
 * scope. This lets it run in the scope of the caller, so that it finds what a middleware has put into an `AsyncLocalStorage`,
 * such as the fields of the log.
 */
export function keepScope(source: Readable): Readable {
  const scope = new AsyncResource('ResponseSource');
  for (const name of ['_read', '_destroy'] as const) {
    const method = source[name] as ((...args: unknown[]) => void) | undefined;
    // Streams of other packages may do without.
    if (method !== undefined) source[name] = (...args: unknown[]) => scope.runInAsyncScope(method, source, ...args);
  }
  return source;
}
