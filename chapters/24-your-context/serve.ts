import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Load } from '#check';

// biome-ignore lint/suspicious/noExplicitAny: the learner's own context, whose types are theirs.
export type LearnersContext = any;

/** What a handler of the framework never sees. */
export interface Exchange {
  readonly outgoing: ServerResponse;
  /** How long it took to create the context, in milliseconds. */
  readonly creation: number;
}

/** A real server around the learner's context: the handler gets it, and `send` writes what it has put together. */
export async function serve(
  load: Load,
  handler: (ctx: LearnersContext, exchange: Exchange) => unknown,
  bodyLimit = 1_000,
) {
  const [{ Context }, { IncomingRequest }, { send }, { parseTarget }] = await Promise.all(
    ['context', 'request', 'response', 'target'].map((name) => load(`framework/${name}.ts`)),
  );
  const failures: unknown[] = [];
  const server = createServer(async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const target = parseTarget(incoming.url ?? '') ?? { path: '/', query: '' };
    const start = performance.now();
    const ctx = new Context(new IncomingRequest(incoming, target, {}, bodyLimit), outgoing);
    const creation = performance.now() - start;
    try {
      await handler(ctx, { outgoing, creation });
      send(outgoing, ctx.response);
    } catch (error) {
      failures.push(error);
      outgoing.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, port, failures, close };
}

/** Sends bytes, and keeps what comes back. */
export class RawConnection {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  received = '';

  constructor(port: number, bytes: string) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.setEncoding('utf8').on('data', (text: string) => {
      this.received += text;
    });
    this.socket.on('error', () => {});
    this.closed = once(this.socket, 'close');
    this.socket.write(bytes);
  }

  /** Resolves to what was received when this is part of it, or when the connection closes, or after five seconds. */
  async until(part: string, patience = 5_000): Promise<string> {
    const late = AbortSignal.timeout(patience);
    while (!this.received.includes(part) && !late.aborted && !this.socket.destroyed) {
      await Promise.race([once(this.socket, 'data', { signal: late }), this.closed]).catch(() => {});
    }
    return this.received;
  }
}
