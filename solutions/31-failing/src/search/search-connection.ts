import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** Milliseconds. */
const patience = 2_000;

/** A connection to the search service: one line asks, and one line responds. Only one request at a time can use it. */
export class SearchConnection {
  readonly number: number;
  readonly #socket: Socket;
  #asked: { resolve(line: string): void; reject(error: Error): void } | undefined;

  private constructor(socket: Socket, number: number) {
    this.number = number;
    this.#socket = socket.on('error', () => {});
    const lines = createInterface({ input: socket }).on('error', () => {});
    lines.on('line', (line) => this.#asked?.resolve(line));
    socket.once('close', () => this.#asked?.reject(new Error('The search service has closed the connection.')));
  }

  /** `address` is a host and a port: `search.example:7700`. */
  static async open(address: string, number: number): Promise<SearchConnection> {
    const { hostname, port } = new URL(`tcp://${address}`);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect', { signal: AbortSignal.timeout(patience) });
    return new SearchConnection(socket, number);
  }

  /** False if the other side has closed it. */
  get isOpen(): boolean {
    return this.#socket.readyState === 'open';
  }

  /** The ids of the posts that contain all of these words. */
  async ask(words: string): Promise<string[]> {
    const response = new Promise<string>((resolve, reject) => {
      this.#asked = { resolve, reject };
    });
    const timer = setTimeout(() => this.#asked?.reject(new Error('The search service has not responded.')), patience);
    try {
      this.#socket.write(`${JSON.stringify({ words })}\n`);
      return (JSON.parse(await response) as { ids: string[] }).ids;
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#socket.destroy();
  }
}
