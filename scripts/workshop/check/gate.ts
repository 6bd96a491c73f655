import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands before a server, so that it can go away for one program without going away for everybody. */
export class Gate {
  readonly #host: string;
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  /** Milliseconds that each piece takes on its way, as over a long wire. */
  delay = 0;
  #server: Server | undefined;
  #own = 0;

  constructor(host: string, port: number) {
    this.#host = host;
    this.#port = port;
  }

  /** Where it stands: the same port each time it is opened. */
  get port(): number {
    return this.#own;
  }

  async open(): Promise<void> {
    if (this.#server) return;
    const server = createServer((client) => this.#join(client, connect(this.#port, this.#host)));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#own, '127.0.0.1', resolve);
    });
    this.#own = (server.address() as { port: number }).port;
  }

  /** As if the server had died: what is open breaks, and nobody new comes in. */
  async close(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #join(client: Socket, server: Socket): void {
    for (const [socket, other] of [[client, server] as const, [server, client] as const]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true).on('data', (piece) => {
        if (this.delay === 0) other.write(piece);
        else setTimeout(() => other.write(piece), this.delay);
      });
      socket.on('error', () => {});
      socket.once('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
  }
}
