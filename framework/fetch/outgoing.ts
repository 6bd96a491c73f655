import type { OutgoingHttpHeaders } from 'node:http';
import { Writable } from 'node:stream';
import { reasonOf } from '../http/status.ts';
import type { FetchIncoming } from './incoming.ts';

/** How much is kept for a reader that hasn't asked yet: as much as a stream of Node keeps. */
const highWaterMark = 16 * 1024;

/** Their responses have no body, and `new Response` refuses one. */
const withoutBody = new Set([204, 205, 304]);

/** Headers about a connection, which only the server that owns one may send, and about trailers, which aren't sent. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'trailer']);

/** Node's response in the form of a web-standard one: the part of `ServerResponse` that the framework uses. */
export class FetchOutgoing extends Writable {
  readonly req: FetchIncoming;
  statusCode = 200;
  headersSent = false;
  /** Where a real response writes several chunks at once. */
  readonly socket = null;
  /** Resolves with the head, at the latest with the first byte of the body. Rejects if the request ends without a response. */
  readonly response: Promise<Response>;
  readonly #headers = new Headers();
  #settle!: { resolve(response: Response): void; reject(reason: unknown): void };
  #isGiven = false;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #resume: (() => void) | undefined;
  #reason: unknown = new Error('The response was cut. If the application did that, its log has the reason.');

  constructor(incoming: FetchIncoming) {
    super();
    this.req = incoming;
    this.response = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  setHeader(name: string, value: string | number | readonly string[]): this {
    this.#headers.delete(name);
    for (const one of Array.isArray(value) ? value : [value]) this.#headers.append(name, String(one));
    return this;
  }

  writeHead(status: number, headers: OutgoingHttpHeaders = {}): this {
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined && !ofConnection.has(name)) this.setHeader(name, value);
    }
    this.statusCode = status;
    this.headersSent = true;
    if (this.#isBodyless) this.#give(null);
    return this;
  }

  /** The head goes out with the body, which may be empty for a while. */
  flushHeaders(): void {
    if (!this.#isGiven) this.#give(this.#openStream());
  }

  /** The client has sent its body, or the server in front of us has told it to. */
  writeContinue(): void {}

  /** A web-standard response has only one head. */
  writeEarlyHints(): void {}

  /** A body that is known as a whole needs no stream. */
  override end(body?: unknown): this {
    const isWhole = (typeof body === 'string' || body instanceof Uint8Array) && !this.#isGiven;
    if (isWhole) {
      this.req.socket.bytesWritten += Buffer.byteLength(body);
      this.#give(body);
    }
    return this.#controller !== undefined && body !== undefined ? super.end(body) : super.end();
  }

  /** Ends the response because the request has been aborted. */
  abort(reason: unknown): void {
    this.#reason = reason;
    this.destroy();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (!this.#isGiven) this.#give(this.#openStream());
    // The body of a response to HEAD.
    if (this.#controller === undefined) return void done();
    this.req.socket.bytesWritten += chunk.length;
    this.#resume = done;
    // Calls `pull`, unless the reader is behind.
    this.#controller.enqueue(chunk);
  }

  override _final(done: () => void): void {
    if (!this.#isGiven) this.#give(null);
    this.#controller?.close();
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.writableFinished) {
      this.#settle.reject(this.#reason);
      this.#controller?.error(this.#reason);
    }
    done(error);
  }

  get #isBodyless(): boolean {
    return this.req.method === 'HEAD' || withoutBody.has(this.statusCode);
  }

  #give(body: ReadableStream<Uint8Array> | Uint8Array | string | null): void {
    this.#isGiven = true;
    const { statusCode: status } = this;
    this.#settle.resolve(new Response(body, { status, statusText: reasonOf(status), headers: this.#headers }));
  }

  #openStream(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          const resume = this.#resume;
          this.#resume = undefined;
          resume?.();
        },
        // The reader has lost interest, as a client that disconnects.
        cancel: () => void this.destroy(),
      },
      { highWaterMark, size: (chunk) => chunk.byteLength },
    );
  }
}
