import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** How far a response has come. It never goes back, and what isn't possible in its state does nothing. */
type State = 'fresh' | 'open' | 'lingering' | 'over';

/** Writes one response: first `head`, then any number of chunks, then `end` or `cut`. */
export class Writer {
  readonly #outgoing: ServerResponse;
  #state: State;

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
    this.#state = outgoing.destroyed || outgoing.headersSent ? 'over' : 'fresh';
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  /** Whether the client is still sending the body of its request. */
  get isUnread(): boolean {
    return !this.#outgoing.req.complete;
  }

  get isForHead(): boolean {
    return this.#outgoing.req.method === 'HEAD';
  }

  head(status: number, headers: OutgoingHttpHeaders): void {
    if (this.#state !== 'fresh') return;
    this.#state = 'open';
    this.#outgoing.writeHead(status, headers);
  }

  /** Resolves when there is room for more: to false, if nobody is going to read it. */
  async write(chunk: string | Uint8Array): Promise<boolean> {
    if (this.#state !== 'open') return false;
    if (!this.#outgoing.write(chunk)) await this.#room();
    return !this.#outgoing.destroyed;
  }

  end(chunk?: string | Uint8Array): void {
    if (this.#state !== 'open') return;
    this.#state = 'over';
    this.#outgoing.end(chunk);
  }

  /** Ends when the request is complete, because the connection would be reset before. An attacker may never complete it. */
  endAfterRequest(chunk: string | Uint8Array): void {
    if (this.#state !== 'open') return;
    this.#state = 'lingering';
    this.#outgoing.write(chunk);
    const { req } = this.#outgoing;
    req.once('end', () => this.#endLingering()).resume();
    setTimeout(() => this.#endLingering(), 1_000).unref();
  }

  /** The client has to see that something is missing. */
  cut(): void {
    this.#state = 'over';
    this.#outgoing.destroy();
  }

  onDisconnect(react: () => void): void {
    this.#outgoing.once('close', react);
  }

  #endLingering(): void {
    if (this.#state !== 'lingering') return;
    this.#state = 'over';
    this.#outgoing.end();
  }

  #room(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#outgoing.off('drain', done).off('close', done);
        resolve();
      };
      this.#outgoing.on('drain', done).on('close', done);
    });
  }
}
