import type { ServerResponse } from 'node:http';
import { ClientGone } from '../http/errors.ts';

/** A client that disconnects isn't a failure of ours, and neither is work that `ctx.signal` aborted because of it. */
export function isDisconnect(error: unknown, { req, destroyed }: ServerResponse): boolean {
  if (destroyed) return error instanceof ClientGone || (error instanceof Error && error.name === 'AbortError');
  // Another client may have gone, whose upload this one is waiting for.
  return error instanceof ClientGone && req.destroyed && !req.readableEnded;
}
