/** Changes are remembered and saved in blocks of this size, the usual size of SQLite's pages. */
export const BLOCK = 4096;

/** What a save has to write. */
export interface Change {
  /** The size of the whole file. */
  size: number;
  /** The blocks that changed, with their numbers. */
  blocks: [number, Uint8Array][];
}

/** The part of a typed array that the file system of sql.js uses for the content of a file. */
export interface FileContent {
  readonly length: number;
  slice(start: number, end: number): FileContent;
  subarray(start: number, end: number): Uint8Array;
  set(bytes: Uint8Array, position: number): void;
}

/**
 * The content of a database file, in memory. SQLite reads and writes it in place, so this object sees every write. It
 * remembers what the changed blocks contained when they were last saved.
 */
export class DatabaseImage {
  /** How often SQLite has compared the file's change counter, which it does at the start of every transaction. */
  comparisons = 0;
  size: number;
  /** Longer than `size`: the rest is zero, and room to grow. */
  #bytes: Uint8Array;
  #savedSize: number;
  /** The blocks that were written since the last save, as they were at that save. */
  readonly #savedBlocks = new Map<number, Uint8Array>();

  constructor(bytes: Uint8Array = new Uint8Array()) {
    // Not as a Buffer, whose slice() doesn't copy.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    this.size = bytes.length;
    this.#savedSize = bytes.length;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.size);
  }

  /**
   * What sql.js takes as the content of a new database. It copies an array with `slice` into its in-memory file system,
   * which then reads the copy with `subarray` and writes it with `set`. Here, `slice` returns the image itself.
   */
  content(): FileContent {
    const place: FileContent = {
      // If the content is too short, the file system replaces it with a longer array. The image grows by itself.
      length: Number.POSITIVE_INFINITY,
      slice: () => place,
      subarray: (start, end) => {
        if (start === CHANGE_COUNTER) this.comparisons++;
        return this.#bytes.subarray(start, end);
      },
      set: (bytes, position) => this.write(bytes, position),
    };
    return { ...place, length: this.size };
  }

  write(bytes: Uint8Array, position: number): void {
    const end = position + bytes.length;
    for (let block = Math.floor(position / BLOCK); block * BLOCK < end; block++) this.#remember(block);
    this.#resize(Math.max(this.size, end));
    this.#bytes.set(bytes, position);
  }

  /** Makes the image equal to these bytes. */
  replace(bytes: Uint8Array): void {
    for (let start = 0; start < Math.max(bytes.length, this.size); start += BLOCK) {
      const block = bytes.subarray(start, start + BLOCK);
      if (isEqual(block, this.#block(start / BLOCK))) continue;
      this.#remember(start / BLOCK);
      this.#resize(Math.max(this.size, start + block.length));
      this.#bytes.set(block, start);
    }
    this.#resize(bytes.length);
  }

  /** What has changed since the last save, or undefined if nothing has. */
  change(): Change | undefined {
    const blocks: Change['blocks'] = [];
    for (const [number, saved] of this.#savedBlocks) {
      const block = this.#block(number);
      // A large transaction that was rolled back has written blocks and restored them.
      if (block.length > 0 && !isEqual(block, saved)) blocks.push([number, block]);
    }
    return blocks.length > 0 || this.size !== this.#savedSize ? { size: this.size, blocks } : undefined;
  }

  /** Repeats a saved change. */
  apply({ size, blocks }: Change): void {
    for (const [number, block] of blocks) this.write(block, number * BLOCK);
    this.#resize(size);
    this.saved();
  }

  /** From now on, this is the state to which `undo` returns. */
  saved(): void {
    this.#savedSize = this.size;
    this.#savedBlocks.clear();
  }

  /** Goes back to the last save. A connection to this image doesn't notice, and must be replaced. */
  undo(): void {
    for (const [number, block] of this.#savedBlocks) this.#bytes.set(block, number * BLOCK);
    this.#resize(this.#savedSize);
    this.saved();
  }

  #remember(block: number): void {
    if (!this.#savedBlocks.has(block)) this.#savedBlocks.set(block, this.#block(block).slice());
  }

  #block(number: number): Uint8Array {
    return this.bytes.subarray(number * BLOCK, (number + 1) * BLOCK);
  }

  #resize(size: number): void {
    if (size > this.#bytes.length) {
      const larger = new Uint8Array(Math.ceil(size * 1.25));
      larger.set(this.bytes);
      this.#bytes = larger;
    }
    if (size < this.size) this.#bytes.fill(0, size, this.size);
    this.size = size;
  }
}

/** Where it is in an SQLite file. */
const CHANGE_COUNTER = 24;

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
