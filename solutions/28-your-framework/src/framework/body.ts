import type { IncomingMessage } from 'node:http';
import { ClientGone, HttpError } from './http-error.ts';

/** Reads a whole body. Beyond the limit it stops collecting immediately and rejects with 413. */
export function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(incoming.headers['content-length']) > limit) return reject(new HttpError(413));
    // The events that would tell us have already been emitted: waiting for them would take forever.
    if (incoming.readableEnded)
      return reject(new Error('request.incoming was read by other code, so its body is gone.'));
    if (incoming.destroyed) return reject(new ClientGone());
    let chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      if (size > limit) return;
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      chunks = [];
      reject(new HttpError(413));
    });
    incoming.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    incoming.on('close', () => {
      // Checked first, because every request closes, and creating an error is expensive.
      if (!incoming.readableEnded) reject(new ClientGone());
    });
  });
}

/** Parses JSON. Throws 400 if it isn't, or if it has a key that could replace the prototype of another object. */
export function parseJson(bytes: Buffer): unknown {
  const text = bytes.toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not the parser's own message: it quotes the body, and any password in it.
    throw new HttpError(400, 'Invalid request');
  }
  // Escapes can spell the key too: "\u005f_proto__".
  if (/__proto__|\\u00/.test(text) && namesPrototype(value)) throw new HttpError(400, 'Invalid request');
  return value;
}

/** A loop instead of recursion, so that deep nesting can't overflow the stack. */
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
