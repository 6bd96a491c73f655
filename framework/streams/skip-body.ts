import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** How much of a refused body we read, and for how long, so that its sender gets to see our response. */
const limit = { bytes: 16 * 1024 * 1024, milliseconds: 1_000 };

/** Responses that were sent completely before they ended. */
const sent = new WeakSet<ServerResponse>();

/** Whether the whole response could have arrived. Many clients then leave without sending the rest of their body. */
export function isSent(outgoing: ServerResponse): boolean {
  return outgoing.writableFinished || sent.has(outgoing);
}

/** The part of a response that says whether its connection stays open. */
interface Ending {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders | undefined;
}

/** Whether the connection closes after this response, and its client may still be sending its body. */
export function closesEarly({ req, shouldKeepAlive }: ServerResponse, response: Ending): boolean {
  if (req.complete) return false;
  // Bun doesn't count what the client wants.
  const isAsked = req.headers.connection === 'close' || response.headers?.connection === 'close';
  if (shouldKeepAlive !== false && !isAsked) return false;
  // Node has no value for HTTP/2, and neither has `app.fetch`: there, the connection stays.
  if (shouldKeepAlive === undefined) return response.status === 413;
  return Number(req.headers['content-length']) > 0 || req.headers['transfer-encoding'] !== undefined;
}

/** Responds to a client that is still sending its body, and ends the response when the body has been skipped. */
export function endAfterBody(outgoing: ServerResponse, body: string | Uint8Array): void {
  // Node sends the headers with the first byte, and here there may be none.
  if (body.length === 0) outgoing.flushHeaders();
  outgoing.write(body, (error) => {
    if (!error) sent.add(outgoing);
  });
  void skipBody(outgoing.req).then(() => outgoing.end());
}

/**
 * Closing a connection while bytes are still arriving resets it, and the client never sees the response it was sent.
 * So we keep reading for a moment and discard what arrives.
 */
function skipBody(incoming: IncomingMessage): Promise<void> {
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
