import { type IncomingMessage, type ServerResponse, validateHeaderValue } from 'node:http';
import type { Socket } from 'node:net';

/** `_httpMessage` is where Node keeps a connection's current response. Requests take turns, so it is that of our request. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse | null };

/** The part of the context that is needed here. */
interface Context {
  readonly request: { readonly incoming: IncomingMessage };
}

/**
 * Tells the client what the response will need, while the handler still works on it: a response with the status 103 and these values of
 * `Link`, such as `</style.css>; rel=preload; as=style`. It does nothing if a client can't understand it.
 */
export function earlyHints({ request }: Context, ...links: string[]): void {
  // Node checks the form of a link, but lets line breaks pass.
  for (const link of links) validateHeaderValue('link', link);
  const { incoming } = request;
  const outgoing = (incoming.socket as HttpSocket)._httpMessage;
  if (incoming.httpVersion === '1.0' || !outgoing || outgoing.headersSent || outgoing.destroyed) return;
  if (links.length > 0) outgoing.writeEarlyHints({ link: links });
}
