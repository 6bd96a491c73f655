const nothing = Buffer.alloc(0);

/**
 * Collects chunks in one buffer that doubles when it is full. Keeping the chunks themselves would let the client decide how
 * much memory a body takes: in chunks of one byte, each of them costs some 350 bytes.
 */
export class Gathered {
  size = 0;
  #bytes: Buffer = nothing;

  add(chunk: Buffer): void {
    const size = this.size + chunk.length;
    if (this.size === 0) this.#bytes = chunk;
    else if (size > this.#bytes.length) this.#bytes = Buffer.concat([this.bytes, chunk], 2 * size);
    else chunk.copy(this.#bytes, this.size);
    this.size = size;
  }

  /** Most bodies arrive in one chunk, which is returned as it is. */
  get bytes(): Buffer {
    return this.size === this.#bytes.length ? this.#bytes : this.#bytes.subarray(0, this.size);
  }

  /** Frees the bytes. `size` stays, so that the caller still knows that there were too many. */
  forget(): void {
    this.#bytes = nothing;
  }
}
