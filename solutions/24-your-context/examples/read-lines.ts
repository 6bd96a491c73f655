import type { Readable } from 'node:stream';

/** Counts the lines of a stream, up to a limit. */
export function countLines(stream: Readable, limit: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let lines = 0;
    stream.on('data', (chunk: Buffer) => {
      if (lines > limit) return;
      for (const byte of chunk) if (byte === 10) lines++;
      if (lines > limit) reject(new Error(`more than ${limit} lines`));
    });
    stream.on('end', () => resolve(lines));
    stream.on('error', () => {});
    stream.on('close', () => {
      if (!stream.readableEnded) reject(new Error('the stream broke off'));
    });
  });
}
