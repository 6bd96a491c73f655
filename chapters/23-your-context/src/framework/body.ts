import type { IncomingMessage } from 'node:http';

/** Reads a whole body. Beyond the limit it stops collecting immediately and rejects with 413. */
export function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Step 4: stop at the limit, and notice a client that disconnects.
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => resolve(Buffer.concat(chunks)));
  });
}

/** Parses JSON. Throws 400 if it isn't, or if it has a key that could replace the prototype of another object. */
export function parseJson(bytes: Buffer): unknown {
  // Step 4: what if it isn't JSON, and what if it has a key called __proto__?
  return JSON.parse(bytes.toString());
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
