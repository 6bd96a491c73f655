import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

const chunkSize = 64 * 1024;

/** Part of an open file as a stream. Closes the file at the end, whether the stream succeeds or fails. */
export class FilePart extends Readable {
  readonly #handle: FileHandle;
  #position: number;
  #left: number;

  constructor(handle: FileHandle, start: number, length: number) {
    super({ highWaterMark: chunkSize });
    this.#handle = handle;
    this.#position = start;
    this.#left = length;
  }

  override _read(): void {
    if (this.#left === 0) {
      this.push(null);
      return;
    }
    const buffer = Buffer.allocUnsafe(Math.min(chunkSize, this.#left));
    this.#handle.read(buffer, 0, buffer.length, this.#position).then(
      ({ bytesRead }) => this.#pass(buffer.subarray(0, bytesRead)),
      (error: Error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#handle.close().then(
      () => done(error),
      () => done(error),
    );
  }

  #pass(bytes: Buffer): void {
    // The length was sent in a header: a stream that ends early without an error would leave the client waiting.
    if (bytes.length === 0) {
      this.destroy(new Error('The file became shorter while it was being read.'));
      return;
    }
    this.#position += bytes.length;
    this.#left -= bytes.length;
    this.push(bytes);
    // With the last bytes: the client may leave as soon as it has them.
    if (this.#left === 0) this.push(null);
  }
}
