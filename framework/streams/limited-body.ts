import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';

/** The errors that a stream can end with, in the terms of HTTP. */
export interface BodyErrors {
  tooLarge(): Error;
  clientGone(): Error;
}

/** The body as a stream that fails beyond the limit. Nothing is kept in memory but the chunk on its way. */
export function limitedBody(incoming: IncomingMessage, limit: number, errors: BodyErrors): Readable {
  if (Number(incoming.headers['content-length']) > limit) throw errors.tooLarge();
  let size = 0;
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) done(errors.tooLarge());
      else done(null, chunk);
    },
  });
  // Not `pipeline`, which would close the connection after an error, and the client would never see a response.
  incoming.pipe(body);
  incoming.once('error', () => {});
  incoming.once('close', () => {
    if (!incoming.readableEnded) body.destroy(errors.clientGone());
  });
  // If a handler stops reading early, the unread rest of the body would block the next request on this connection.
  body.once('close', () => incoming.resume());
  return body;
}
