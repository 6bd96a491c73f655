import type { IncomingMessage, ServerResponse } from 'node:http';
import { timerOf } from '../hints/limits.ts';
import type { Limits } from '../http/defaults.ts';
import { respondWithError } from '../protection/broken-clients.ts';
import { waitForHandlers } from '../protection/graceful-stop.ts';
import { refusalOf } from '../protection/refusals.ts';
import type { Log } from '../services/log/log.ts';
import { FetchIncoming, type FetchSocket } from './incoming.ts';
import { FetchOutgoing } from './outgoing.ts';

/** The part of the dispatcher that handles requests. */
interface RequestHandler {
  dispatch(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** Resolves when no handler is running any more. */
  idle(): Promise<void>;
}

interface FetchOptions {
  readonly limits: Limits;
  readonly log: Log;
  /** Aborts when the application starts to shut down. */
  readonly stopping: AbortSignal;
}

/** Handles web-standard requests with the same dispatcher as the server, which doesn't notice the difference. */
export class FetchHandler {
  readonly #handler: RequestHandler;
  readonly #options: FetchOptions;
  readonly #open = new Set<FetchOutgoing>();
  #isUsed = false;

  constructor(handler: RequestHandler, options: FetchOptions) {
    this.#handler = handler;
    this.#options = options;
  }

  async fetch(request: Request): Promise<Response> {
    const socket = { remoteAddress: undefined, encrypted: request.url.startsWith('https:'), bytesWritten: 0 };
    const incoming = new FetchIncoming(request, socket as FetchSocket);
    const outgoing = new FetchOutgoing(incoming);
    incoming.socket._httpMessage = outgoing;
    this.#follow(request.signal, incoming, outgoing);
    this.#handle(incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse);
    return outgoing.response;
  }

  /** Lets running requests finish, and cuts the rest after the grace period. Then handlers may clean up. */
  async stop(): Promise<void> {
    if (!this.#isUsed) return;
    const { limits, log } = this.#options;
    const start = performance.now();
    const deadline = setTimeout(() => {
      for (const outgoing of this.#open) outgoing.destroy();
    }, timerOf(limits.grace));
    for (const outgoing of this.#open) await new Promise((resolve) => outgoing.once('close', resolve));
    clearTimeout(deadline);
    await waitForHandlers(this.#handler.idle(), limits, start, log);
  }

  /** Connects the two ends of a request: the signal, the response, and what is left of the body. */
  #follow(signal: AbortSignal, incoming: FetchIncoming, outgoing: FetchOutgoing): void {
    this.#isUsed = true;
    this.#open.add(outgoing);
    const abort = () => outgoing.abort(signal.reason);
    outgoing.once('close', () => {
      this.#open.delete(outgoing);
      signal.removeEventListener('abort', abort);
      // Later than the other listeners of this event, some of which stop reading the body.
      if (!outgoing.writableFinished || outgoing.statusCode === 413) incoming.destroy();
      else queueMicrotask(() => void (incoming.isWanted || incoming.destroy()));
    });
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  }

  #handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (outgoing.destroyed) return;
    const refusal = refusalOf(incoming);
    if (refusal !== undefined) respondWithError(outgoing, refusal).end();
    // A server that stops has closed its port.
    else if (this.#options.stopping.aborted) respondWithError(outgoing.setHeader('retry-after', 1), 503).end();
    else this.#handler.dispatch(incoming, outgoing);
  }
}
