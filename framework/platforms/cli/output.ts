import type { Readable, Writable } from 'node:stream';
import { ignoreErrorEvents } from '../../services/error-events.ts';

export type OutputStream = Writable & { isTTY?: boolean };

/**
 * Resolves when everything is written, so that a `process.exit()` after a command cuts nothing off. A reader that stops
 * early (`| head`) is not an error: nobody is left to read a message about it.
 */
export async function write(stream: OutputStream, chunk: string | Uint8Array | Readable): Promise<void> {
  // A failed write rejects below, and is reported again as an event.
  ignoreErrorEvents(stream);
  try {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) return await writeOne(stream, chunk);
    for await (const part of chunk) await writeOne(stream, part);
  } catch (error) {
    if (!readerIsGone(error)) throw error;
  }
}

/** Writes one or more lines, and adds the final line break if it is missing. */
export async function writeText(stream: OutputStream, text: string): Promise<void> {
  if (text !== '') await write(stream, text.endsWith('\n') ? text : `${text}\n`);
}

function writeOne(stream: OutputStream, chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

function readerIsGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EPIPE' || code === 'EOF' || code === 'ERR_STREAM_DESTROYED';
}
