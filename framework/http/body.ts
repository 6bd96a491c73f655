import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { ClientGone, HttpError, InvalidBody } from './errors.ts';

/** Reads a whole body. Beyond the limit it stops collecting at once and fails with 413. */
export function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(incoming.headers['content-length']) > limit) return reject(new HttpError(413, 'Payload Too Large'));
    // Both were announced by events that are over: waiting for them would last forever.
    if (incoming.destroyed) return reject(new ClientGone());
    if (incoming.readableEnded) return reject(new Error('request.incoming was read before: its body is gone.'));
    let chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      if (size > limit) return;
      size += chunk.length;
      chunks.push(chunk);
      if (size <= limit) return;
      chunks = [];
      reject(new HttpError(413, 'Payload Too Large'));
    });
    incoming.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    // An error is followed by the close, which says all that we need to know; unheard, it would end the process.
    incoming.on('error', ignore);
    incoming.on('close', () => {
      // An error is expensive to make, and every request closes.
      if (!incoming.readableEnded) reject(new ClientGone());
    });
  });
}

function ignore(): void {}

/** How much and how long we listen to the rest of a refused body, so that its sender gets to read our answer. */
const drainLimit = { bytes: 16 * 1024 * 1024, milliseconds: 1_000 };

/**
 * Closing a connection on which bytes are still arriving resets it, and the client never sees the 413 it was sent.
 * So we read on for a moment, and throw away what comes.
 */
export function drain(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let size = 0;
    const timer = setTimeout(resolve, drainLimit.milliseconds);
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > drainLimit.bytes) resolve();
    });
    incoming.once('end', () => resolve());
    incoming.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    incoming.resume();
  });
}

/**
 * Reads JSON, whatever the content type says. A key called `__proto__` is refused: `JSON.parse` makes an ordinary
 * field of it, and the first `Object.assign` further down would then swap the prototype of somebody's object.
 */
export function parseJson(bytes: Buffer): unknown {
  const text = bytes.toString();
  const isUnusual = unusual.test(text);
  // Bytes that are no UTF-8 were replaced by this sign, which may also have been sent.
  if (isUnusual && text.includes('\ufffd') && !isUtf8(bytes)) throw invalid('must be UTF-8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not the parser's own words: they quote the body, and a password with it.
    throw invalid(text === '' ? 'is empty' : 'must be JSON');
  }
  if (isUnusual && namesPrototype(value)) throw invalid('must not have a key called __proto__');
  return value;
}

/** One look for all that is rare: bytes that were replaced, `__proto__`, and escapes, which can spell that too. */
const unusual = /\ufffd|__proto__|\\u00/;

function invalid(problem: string): InvalidBody {
  return new InvalidBody([{ field: '', problem }]);
}

function namesPrototype(value: unknown): boolean {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) return true;
    for (const inner of Object.values(next)) waiting.push(inner);
  }
  return false;
}
