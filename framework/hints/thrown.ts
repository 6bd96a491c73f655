import { types } from 'node:util';

/**
 * What was thrown, or an error in its place if it can't be looked at: anything can be thrown, even an object whose
 * properties throw, and a response has to follow all the same.
 */
export function readableError(thrown: unknown): unknown {
  // A revoked proxy can't even be asked what it is.
  if (types.isProxy(thrown)) return new Error('A Proxy was thrown.');
  if (!(thrown instanceof Error)) return thrown;
  try {
    for (const property of ['name', 'message', 'stack', 'cause', 'status']) Reflect.get(thrown, property);
    return thrown;
  } catch (cause) {
    return new Error('An error was thrown that has properties that throw.', { cause });
  }
}
