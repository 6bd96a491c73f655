import { connect, type Socket } from 'node:net';

/** A client that sends bytes as it likes, and keeps what comes back. Only ever to this machine. */
export class RawClient {
  readonly #socket: Socket;
  #received = '';
  readonly #closed: Promise<void>;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.setEncoding('utf8').on('data', (text: string) => {
      this.#received += text;
    });
    // A reset is one of the answers that are looked for, not a failure of ours.
    this.#socket.on('error', () => {});
    this.#closed = new Promise((resolve) => this.#socket.once('close', () => resolve()));
  }

  send(text: string): void {
    this.#socket.write(text);
  }

  /** Leaves without a word. */
  vanish(): void {
    this.#socket.destroy();
  }

  /** The status of the first answer; 0 where none came before the deadline or the end of the connection. */
  async status(deadline: number): Promise<number> {
    const signal = AbortSignal.timeout(deadline);
    const late = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    const answered = new Promise<void>((resolve) => {
      const look = () => /^HTTP\/1\.1 \d{3} [\s\S]*?\r\n\r\n/.test(this.#received) && resolve();
      this.#socket.on('data', look);
      look();
    });
    await Promise.race([answered, this.#closed, late]);
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(this.#received)?.[1] ?? 0);
  }
}
