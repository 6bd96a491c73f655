import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/** The stream that each response was given last. */
const sources = new WeakMap<ServerResponse, Readable>();

/**
 * Aborts when the client disconnects before the response is complete, and when the response has ended without its stream, as it does
 * for HEAD: a generator that was never started can't release what it was going to read, such as the output of a program.
 */
export function disconnectSignal(outgoing: ServerResponse | undefined): AbortSignal {
  const controller = new AbortController();
  if (outgoing === undefined) return controller.signal;
  if (isCut(outgoing)) controller.abort();
  // On the response, because the request closes as soon as its body has been read.
  outgoing.once('close', () => {
    if (isCut(outgoing)) controller.abort();
  });
  return controller.signal;
}

export function noteSource(source: Readable, outgoing: ServerResponse | undefined): void {
  if (outgoing !== undefined) sources.set(outgoing, source);
}

function isCut(outgoing: ServerResponse): boolean {
  const source = sources.get(outgoing);
  const isUnread = source?.destroyed === true && !source.readableEnded;
  return outgoing.destroyed && (isUnread || !outgoing.writableFinished);
}
