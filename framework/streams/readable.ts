import type { Readable } from 'node:stream';

/** By what it can do, because streams of other packages aren't instances of Node's class. */
export function isReadable(value: unknown): value is Readable {
  try {
    // Most responses have no body here, and throwing an error for those would double the cost of a request: hence `?.`.
    const stream = value as Partial<Readable> | null | undefined;
    return [stream?.read, stream?.on, stream?.destroy].every((method) => typeof method === 'function');
  } catch {
    // An object that throws when it is looked at.
    return false;
  }
}

/** Releases what a stream holds, such as an open file, when nobody is going to read it. */
export function discard(body: unknown): void {
  if (!isReadable(body)) return;
  // A file that is still being opened may fail later, and an error event without a listener ends the process.
  body.on('error', () => {});
  body.destroy();
}
