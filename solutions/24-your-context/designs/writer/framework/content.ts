import type { Readable } from 'node:stream';
import type { Writer } from './writer.ts';

/** The body of a response, whatever it consists of. */
export interface Content {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  writeTo(writer: Writer): unknown;
  /** Nobody is going to read it. */
  discard(): void;
}

export const nothing: Content = {
  status: 204,
  headers: { 'content-length': 0 },
  writeTo: (writer) => writer.end(),
  discard() {},
};

/** A body that is there already. */
export class Whole implements Content {
  readonly status = 200;
  readonly headers: Content['headers'];
  readonly #bytes: Uint8Array;

  constructor(body: string | Uint8Array, type: string) {
    this.#bytes = typeof body === 'string' ? Buffer.from(body) : body;
    this.headers = { 'content-type': type, 'content-length': this.#bytes.length };
  }

  writeTo(writer: Writer): void {
    writer.end(this.#bytes);
  }

  /** For a client that is still sending. */
  writeAfterRequest(writer: Writer): void {
    writer.endAfterRequest(this.#bytes);
  }

  discard(): void {}
}

/** A body that is still being produced. */
export class Flow implements Content {
  readonly status = 200;
  readonly headers = {};
  readonly #source: Readable;

  constructor(source: Readable) {
    this.#source = source;
    // It may fail before it is read, and an error without a listener ends the process.
    source.on('error', () => {});
  }

  async writeTo(writer: Writer): Promise<void> {
    if (writer.isForHead) {
      this.discard();
      return writer.end();
    }
    // The loop below doesn't notice it while it waits for the source.
    writer.onDisconnect(() => this.discard());
    try {
      for await (const chunk of this.#source) if (!(await writer.write(chunk))) break;
      writer.end();
    } catch {
      writer.cut();
    }
  }

  discard(): void {
    this.#source.destroy();
  }
}
