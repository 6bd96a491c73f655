import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { endAfterBody } from './skip-body.ts';

/** The ways in which a body can fail, in the terms of HTTP. */
export interface BodyErrors {
  tooLarge(): Error;
  clientGone(): Error;
}

/** How long the rest of a body may wait for somebody who takes it, when the response has ended. In milliseconds. */
const patience = 1_000;

/** `_httpMessage` is where Node keeps a connection's current response. Requests take turns, so it is that of our request. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse | null };

/** The body as a stream that fails beyond the limit. Nothing is kept in memory but the chunk on its way. */
export class LimitedBody extends Readable {
  readonly #incoming: IncomingMessage;
  readonly #limit: number;
  readonly #errors: BodyErrors;
  readonly #receive = (chunk: Buffer) => this.#add(chunk);
  #size = 0;
  #isReading = false;

  constructor(incoming: IncomingMessage, limit: number, errors: BodyErrors) {
    super();
    if (Number(incoming.headers['content-length']) > limit) throw errors.tooLarge();
    this.#incoming = incoming;
    this.#limit = limit;
    this.#errors = errors;
    // Without a listener, an error event ends the process. `pipe` doesn't listen, and `pipeline` may be called too late.
    this.on('error', () => {});
    incoming.on('error', () => {});
    incoming.once('close', () => {
      if (!incoming.readableEnded) this.destroy(errors.clientGone());
    });
  }

  override _read(): void {
    if (this.#isReading) return void this.#incoming.resume();
    this.#isReading = true;
    const incoming = this.#incoming;
    if (incoming.destroyed) return void this.destroy(this.#errors.clientGone());
    incoming.on('data', this.#receive);
    incoming.once('end', () => this.push(null));
    const outgoing = (incoming.socket as HttpSocket)._httpMessage;
    // Over HTTP/2, the response only closes when its request has ended, too.
    for (const event of ['close', 'responded']) outgoing?.once(event, () => this.#endUnlessRead());
  }

  /** The response has ended. If nobody reads the rest of the body, it would block the next request on this connection. */
  #endUnlessRead(): void {
    if (this.destroyed) return;
    if (this.listenerCount('data') + this.listenerCount('readable') === 0) return void this.destroy();
    // Somebody may have stopped in the middle: an iterator that nobody asks for more, or a stream that was paused.
    let taken = -1;
    const timer = setInterval(() => {
      const before = taken;
      taken = this.#size - this.readableLength;
      if (this.readableLength > 0 && taken === before) this.destroy();
    }, patience).unref();
    this.once('close', () => clearInterval(timer));
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#incoming.off('data', this.#receive);
    if (this.#isReading) this.#incoming.resume();
    done(error);
  }

  #add(chunk: Buffer): void {
    this.#size += chunk.length;
    // Not `>`, which would be false for a limit of NaN.
    if (!(this.#size <= this.#limit)) this.#refuse();
    else if (!this.push(chunk)) this.#incoming.pause();
  }

  #refuse(): void {
    const isUnheard = this.listenerCount('error') === 1;
    const error = this.#errors.tooLarge();
    this.destroy(error);
    const outgoing = (this.#incoming.socket as HttpSocket)._httpMessage;
    if (isUnheard && outgoing && !outgoing.headersSent) respondTooLarge(outgoing, error.message);
  }
}

/** For a handler that can't respond itself, because it doesn't listen for the error: `pipe` never tells anyone about it. */
function respondTooLarge(outgoing: ServerResponse, error: string): void {
  const body = JSON.stringify({ error });
  const type = 'application/json; charset=utf-8';
  outgoing.writeHead(413, { 'content-type': type, 'content-length': body.length, connection: 'close' });
  endAfterBody(outgoing, body);
}
