import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Gathered } from '../streams/gathered.ts';
import { ClientGone, HttpError, InvalidBody } from './errors.ts';
import { ignore } from './settle.ts';

export const tooLarge = () => new HttpError(413, 'Payload Too Large');
export const clientGone = () => new ClientGone();

/** Reads a whole body. Beyond the limit it stops collecting immediately and rejects with 413. */
export function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  const read = new Promise<Buffer>((resolve, reject) => {
    if (Number(incoming.headers['content-length']) > limit) return reject(tooLarge());
    // If the body was read or cut off before, its events have been emitted, and waiting for them would take forever.
    if (incoming.readableEnded) return reject(new Error('request.incoming was read by other code. Its body is gone.'));
    if (incoming.destroyed) return reject(clientGone());
    const body = new Gathered();
    incoming.on('data', (chunk: Buffer) => {
      if (body.size > limit) return;
      body.add(chunk);
      if (body.size <= limit) return;
      body.forget();
      reject(tooLarge());
    });
    incoming.on('end', () => resolve(body.bytes));
    // The close event follows and is all we need, but an error event without a listener would end the process.
    incoming.on('error', ignore);
    incoming.on('close', () => {
      // Checked first, because every request closes and creating an error is expensive.
      if (!incoming.readableEnded) reject(clientGone());
    });
  });
  // If the handler forgot its `await`, nothing handles a rejection, and Node would end the process.
  read.catch(ignore);
  return read;
}

/**
 * Reads JSON, whatever the content type says. Rejects a key called `__proto__`, because the first `Object.assign` would
 * turn it into the prototype of another object, and strings that can't be stored: U+0000, and halves of surrogate pairs.
 */
export function parseJson(bytes: Buffer): unknown {
  const text = bytes.toString();
  const isUnusual = unusual.test(text);
  // Invalid UTF-8 was replaced by this character, which a client may also have sent.
  if (isUnusual && text.includes('\ufffd') && !isUtf8(bytes)) throw invalid('must be UTF-8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not the parser's own message: it quotes the body, and any password in it.
    throw invalid(text === '' ? 'is empty' : 'must be JSON');
  }
  if (isUnusual) refuseTraps(value);
  return value;
}

/** One test for everything rare: replaced bytes, `__proto__`, and escapes that can spell what is refused below. */
const unusual = /\ufffd|__proto__|\\u(00|d)/i;

/** U+0000 and, because of the flag `u`, halves of surrogate pairs. */
const unstorable = /[\0\p{Surrogate}]/u;

function invalid(problem: string): InvalidBody {
  return new InvalidBody([{ field: '', problem }]);
}

/** A loop instead of recursion, so that deep nesting can't overflow the stack. */
function refuseTraps(value: unknown): void {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string' && unstorable.test(next)) throw invalid('must not contain U+0000 or a lone surrogate');
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) throw invalid('must not have a key called __proto__');
    for (const [key, inner] of Object.entries(next)) waiting.push(key, inner);
  }
}
