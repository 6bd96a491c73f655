/**
 * The messages that the server sends: a code of one byte, a length of four, and a body. The list:
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export const MESSAGE = {
  commandComplete: 0x43, // C
  dataRow: 0x44, // D
  error: 0x45, // E
  emptyQuery: 0x49, // I
  rowDescription: 0x54, // T
  readyForQuery: 0x5a, // Z
} as const;

const HEADER = 5;

/** Receives a message: its code, and where its body is. The bytes may be reused afterwards. */
export type OnMessage = (code: number, bytes: Buffer, start: number, end: number) => void;

/** Splits what arrives on a connection into messages. */
export class MessageReader {
  readonly #onMessage: OnMessage;
  /** The chunks of a message that isn't complete, and how many bytes they must become. */
  #chunks: Buffer[] = [];
  #length = 0;
  #needed = 0;

  constructor(onMessage: OnMessage) {
    this.#onMessage = onMessage;
  }

  read(chunk: Buffer): void {
    const bytes = this.#length === 0 ? chunk : this.#append(chunk);
    if (bytes === undefined) return;
    let start = 0;
    while (start + HEADER <= bytes.length) {
      const length = bytes.readInt32BE(start + 1);
      // The length counts its own four bytes. A smaller one would never come to an end.
      if (length < 4) throw new Error(`The server has sent a message of ${length} bytes, which is not possible.`);
      const end = start + 1 + length;
      if (end > bytes.length) {
        this.#keep(bytes, start, end - start);
        return;
      }
      this.#onMessage(bytes[start]!, bytes, start + HEADER, end);
      start = end;
    }
    if (start < bytes.length) this.#keep(bytes, start, HEADER);
  }

  #keep(bytes: Buffer, start: number, needed: number): void {
    this.#chunks = [bytes.subarray(start)];
    this.#length = bytes.length - start;
    this.#needed = needed;
  }

  /** Joins the chunks once, when all of them are there: joining each with the next takes forever for a large message. */
  #append(chunk: Buffer): Buffer | undefined {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return undefined;
    const bytes = Buffer.concat(this.#chunks, this.#length);
    this.#chunks = [];
    this.#length = 0;
    return bytes;
  }
}

/** An error that the server has reported. */
export class ServerError extends Error {
  readonly severity: string;
  /** The SQLSTATE: five characters, the first two of which are its class. */
  readonly code: string;
  /** Contains values, which must not end up in a log. */
  readonly detail: string | undefined;
  readonly constraint: string | undefined;
  readonly table: string | undefined;

  /** Reads the fields of the message, each of which begins with a letter: https://www.postgresql.org/docs/current/protocol-error-fields.html */
  constructor(bytes: Buffer, start: number, end: number) {
    const fields: Record<string, string> = {};
    for (const field of bytes.toString('utf8', start, end).split('\0')) fields[field.charAt(0)] = field.slice(1);
    super(fields.M);
    this.severity = fields.S ?? '';
    this.code = fields.C ?? '';
    this.detail = fields.D;
    this.constraint = fields.n;
    this.table = fields.t;
  }
}
