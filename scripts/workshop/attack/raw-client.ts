import { connect, type Socket } from 'node:net';

/** A client that sends any bytes, and keeps what it receives. */
export class RawClient {
  readonly #socket: Socket;
  #received = '';
  readonly #closed: Promise<void>;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.setEncoding('utf8').on('data', (text: string) => {
      this.#received += text;
    });
    // A reset is one of the possible responses, not a failure of ours.
    this.#socket.on('error', () => {});
    this.#closed = new Promise((resolve) => this.#socket.once('close', () => resolve()));
  }

  send(text: string): void {
    this.#socket.write(text);
  }

  /** Resolves when the bytes sent so far have left. */
  sent(): Promise<void> {
    return new Promise((resolve) => this.#socket.write('', () => resolve()));
  }

  /** Closes the connection without finishing the request. */
  vanish(): void {
    this.#socket.destroy();
  }

  /** The status of the first response; 0 if none arrives before the deadline or the end of the connection. */
  async status(deadline: number): Promise<number> {
    const signal = AbortSignal.timeout(deadline);
    const late = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    const responded = new Promise<void>((resolve) => {
      const look = () => /^HTTP\/1\.1 \d{3} [\s\S]*?\r\n\r\n/.test(this.#received) && resolve();
      this.#socket.on('data', look);
      look();
    });
    await Promise.race([responded, this.#closed, late]);
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(this.#received)?.[1] ?? 0);
  }
}
