import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy in front of a server, so that an outage can be simulated for one program without stopping the server. */
export class Gate {
  readonly #host: string;
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  /** Milliseconds by which each chunk is delayed, as on a slow network. */
  delay = 0;
  #server: Server | undefined;
  #own = 0;

  constructor(host: string, port: number) {
    this.#host = host;
    this.#port = port;
  }

  /** The port it listens on: the same each time it is opened. */
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

  /** As if the server had crashed: open connections break, and new ones are refused. */
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
      socket.setNoDelay(true).on('data', (chunk) => {
        if (this.delay === 0) other.write(chunk);
        else setTimeout(() => other.write(chunk), this.delay);
      });
      socket.on('error', () => {});
      socket.once('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
  }
}
