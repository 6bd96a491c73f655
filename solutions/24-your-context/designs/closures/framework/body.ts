import type { IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import { ClientGone, HttpError } from './http-error.ts';

/** Reads a body into one buffer, which grows up to the limit. */
export function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(incoming.headers['content-length']) > limit) return reject(new HttpError(413));
    if (incoming.destroyed && !incoming.complete) return reject(new ClientGone());
    let store = Buffer.alloc(0);
    let size = 0;
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        const end = size + chunk.length;
        if (end > limit) {
          incoming.unpipe(sink);
          store = Buffer.alloc(0);
          reject(new HttpError(413));
          return;
        }
        if (end > store.length) store = Buffer.concat([store], Math.min(limit, Math.max(end, 2 * store.length)));
        chunk.copy(store, size);
        size = end;
        done();
      },
      final(done) {
        resolve(store.subarray(0, size));
        done();
      },
    });
    incoming.once('close', () => reject(new ClientGone())).pipe(sink);
  });
}

export function parseJson(bytes: Buffer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    throw invalid();
  }
  let level = [value].filter(isObject);
  // One level after the other, so that depth costs nothing.
  while (level.length > 0) {
    if (level.some((each) => Object.hasOwn(each, '__proto__'))) throw invalid();
    level = level.flatMap((each) => Object.values(each).filter(isObject));
  }
  return value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function invalid(): HttpError {
  return new HttpError(400, 'Invalid request');
}
