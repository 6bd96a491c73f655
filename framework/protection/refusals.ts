import type { IncomingMessage } from 'node:http';

/** The status for a request that must not reach a handler; undefined if it may. */
export function refusalOf(incoming: IncomingMessage): 400 | 501 | undefined {
  if (!hasOneHost(incoming) || isChunkedTooEarly(incoming)) return 400;
  return isReadable(incoming) ? undefined : 501;
}

/** HTTP/1.1 requires the header. Two of them arrive joined by a comma and a space, which no host name contains. */
function hasOneHost(incoming: IncomingMessage): boolean {
  const { host } = incoming.headers;
  return host === undefined ? isOld(incoming) : !host.includes(' ');
}

/** HTTP/1.0 has no chunks: a proxy that speaks it may have passed them on as something else (RFC 9112, section 6.1). */
function isChunkedTooEarly(incoming: IncomingMessage): boolean {
  return isOld(incoming) && incoming.headers['transfer-encoding'] !== undefined;
}

function isOld({ httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean {
  return httpVersionMajor < 2 && httpVersionMinor !== 1;
}

/**
 * Node accepts other transfer codings before `chunked` and doesn't decode them: the handler would get compressed bytes.
 * Node itself rejects a single coding other than `chunked`.
 */
function isReadable({ headers }: IncomingMessage): boolean {
  return !headers['transfer-encoding']?.includes(',');
}
