import type { IncomingMessage } from 'node:http';

/** How much of a refused body we read, and for how long, so that its sender gets to see our response. */
const limit = { bytes: 16 * 1024 * 1024, milliseconds: 1_000 };

/**
 * Closing a connection while bytes are still arriving resets it, and the client never sees the 413 it was sent.
 * So we keep reading for a moment and discard what arrives.
 */
export function skipBody(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let size = 0;
    const timer = setTimeout(resolve, limit.milliseconds);
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit.bytes) resolve();
    });
    incoming.once('end', () => resolve());
    incoming.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    incoming.resume();
  });
}
