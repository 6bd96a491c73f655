import type { ServerResponse } from 'node:http';

/** Aborts when the client disconnects before the response is complete. */
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

function isCut(outgoing: ServerResponse): boolean {
  return outgoing.destroyed && !outgoing.writableFinished;
}
