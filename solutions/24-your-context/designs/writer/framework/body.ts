import type { IncomingMessage } from 'node:http';
import { ClientGone, HttpError } from './http-error.ts';

export async function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(incoming.headers['content-length']) > limit) throw new HttpError(413);
  const chunks: Buffer[] = [];
  for await (const chunk of arriving(incoming, limit)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The chunks of a body, up to the limit. */
async function* arriving(incoming: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    // By default, an iterator destroys the stream when its loop ends. Then nobody could read the rest, and the client goes on sending.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > limit) throw new HttpError(413);
      yield chunk;
    }
  } catch (error) {
    // The stream itself fails only if the client disconnects.
    throw error instanceof HttpError ? error : new ClientGone();
  }
}

export function parseJson(bytes: Buffer): unknown {
  const text = bytes.toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HttpError(400, 'Invalid request');
  }
  for (const key of keysIn(text)) if (key === '__proto__') throw new HttpError(400, 'Invalid request');
  return value;
}

/** The keys of all objects, found in the text: a key is a string that a colon follows. So it doesn't matter how deep they are. */
function* keysIn(json: string): Generator<string> {
  let start = json.indexOf('"');
  while (start >= 0) {
    const end = endOfString(json, start);
    const isKey = /\s*:/y;
    isKey.lastIndex = end;
    if (isKey.test(json)) yield JSON.parse(json.slice(start, end));
    start = json.indexOf('"', end);
  }
}

function endOfString(json: string, start: number): number {
  let end = start + 1;
  while (json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
  return end + 1;
}
