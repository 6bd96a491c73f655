import { once } from 'node:events';
import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import { Readable } from 'node:stream';
import { WritableStream } from 'node:stream/web';

/** What can be done with a body. Who has one needn't know what it is. */
export interface Body {
  readonly length: number | undefined;
  readonly type: string | undefined;
  send(outgoing: ServerResponse): unknown;
  discard(): void;
}

export class OutgoingResponse {
  readonly headers = new Map<string, string[]>();
  status = 0;
  #body: Body | undefined;

  setHeader(name: string, value: string | number | string[]): this {
    validateHeaderName(name);
    const values = [value].flat().map(String);
    for (const each of values) validateHeaderValue(name, each);
    this.headers.set(name.toLowerCase(), values);
    return this;
  }

  get body(): Body | undefined {
    return this.#body;
  }

  /** Takes the place of the one before. */
  become(body: Body): void {
    this.#body?.discard();
    this.#body = body;
  }
}

export function send(outgoing: ServerResponse, { status, headers, body }: OutgoingResponse): void {
  if (outgoing.destroyed || outgoing.headersSent) {
    body?.discard();
    return;
  }
  outgoing.statusCode = status || (body ? 200 : 204);
  for (const [name, values] of headers) outgoing.setHeader(name, values.length === 1 ? values[0]! : values);
  if (outgoing.statusCode === 204 || outgoing.statusCode === 304) {
    body?.discard();
    outgoing.end();
    return;
  }
  const { type, length } = body ?? { type: undefined, length: 0 };
  if (type !== undefined && !headers.has('content-type')) outgoing.setHeader('content-type', type);
  if (length !== undefined) outgoing.setHeader('content-length', length);
  if (body) body.send(outgoing);
  else outgoing.end();
}

export function whole(body: string | Uint8Array, type: string): Body {
  return {
    type,
    length: Buffer.byteLength(body),
    send: (outgoing) => {
      const isRefused = outgoing.statusCode === 413 && !outgoing.req.complete;
      if (isRefused) void endSlowly(outgoing, body);
      else outgoing.end(body);
    },
    discard: () => {},
  };
}

/** To close the connection of a client that is still sending would reset it, before the client has read the response. */
async function endSlowly(outgoing: ServerResponse, body: string | Uint8Array): Promise<void> {
  outgoing.setHeader('connection', 'close');
  outgoing.write(body);
  const patience = AbortSignal.timeout(1_000);
  outgoing.req.resume();
  // Fails if the patience has come to an end, and if the client has disconnected.
  await once(outgoing.req, 'end', { signal: patience }).catch(() => {});
  outgoing.end();
}

export function flowing(source: Readable): Body {
  source.on('error', () => {});
  const discard = () => void source.destroy();
  return {
    type: undefined,
    length: undefined,
    discard,
    send: (outgoing) => {
      if (outgoing.req.method === 'HEAD') {
        discard();
        outgoing.end();
      } // A stream that has been destroyed would look like one that is empty.
      else if (source.destroyed) outgoing.destroy();
      else void pour(source, outgoing);
    },
  };
}

async function pour(source: Readable, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  const { signal } = gone;
  outgoing.once('close', () => gone.abort());
  const sink = new WritableStream<string | Uint8Array>({
    // What this returns is waited for before the next chunk is taken.
    write: async (chunk) => {
      if (!outgoing.write(chunk)) await once(outgoing, 'drain', { signal });
    },
    close: () => void outgoing.end(),
    abort: () => void outgoing.destroy(),
  });
  await Readable.toWeb(source)
    .pipeTo(sink, { signal })
    .catch(() => {});
}
