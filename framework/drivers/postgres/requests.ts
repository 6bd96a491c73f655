/**
 * The messages that we send: a code of one byte, a length of four that includes itself, and a body. The list:
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */

/** Ends the session. */
export const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);

/** Describe (the columns), Execute (all rows) and Sync (this was everything): the same for every statement. */
const REST = Buffer.from([...[0x44, 0, 0, 0, 6, 0x50, 0], ...[0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0], ...[0x53, 0, 0, 0, 4]]);

/** Any number of statements, without values. */
export function simpleQuery(sql: string): Buffer {
  const length = 4 + Buffer.byteLength(sql) + 1;
  const bytes = Buffer.allocUnsafe(1 + length);
  bytes[0] = 0x51;
  bytes.writeInt32BE(length, 1);
  bytes[5 + bytes.write(sql, 5)] = 0;
  return bytes;
}

/** One statement with its values: Parse, Bind and the rest in one piece, because each write to a socket is expensive. */
export function extendedQuery(sql: string, values: readonly (string | Buffer | null)[]): Buffer {
  const parse = 4 + 1 + Buffer.byteLength(sql) + 1 + 2;
  const bind = 4 + 2 + 2 + 2 * values.length + 2 + values.reduce(addSize, 0) + 2;
  const bytes = Buffer.allocUnsafe(1 + parse + 1 + bind + REST.length);
  let at = header(bytes, 0, 0x50, parse);
  bytes[at++] = 0; // The statement has no name,
  at += bytes.write(sql, at);
  bytes[at++] = 0;
  at = bytes.writeInt16BE(0, at); // and the server infers the types of its values.
  at = header(bytes, at, 0x42, bind);
  bytes[at++] = 0; // The portal has no name either.
  bytes[at++] = 0;
  at = bytes.writeInt16BE(values.length, at);
  for (const value of values) at = bytes.writeInt16BE(value instanceof Buffer ? 1 : 0, at); // Binary or text.
  at = bytes.writeInt16BE(values.length, at);
  for (const value of values) at = writeValue(bytes, at, value);
  at = bytes.writeInt16BE(0, at); // All columns as text.
  REST.copy(bytes, at);
  return bytes;
}

function header(bytes: Buffer, at: number, code: number, length: number): number {
  bytes[at] = code;
  return bytes.writeInt32BE(length, at + 1);
}

function addSize(sum: number, value: string | Buffer | null): number {
  return sum + 4 + (value === null ? 0 : Buffer.byteLength(value));
}

function writeValue(bytes: Buffer, at: number, value: string | Buffer | null): number {
  if (value === null) return bytes.writeInt32BE(-1, at);
  const start = at + 4;
  const length = typeof value === 'string' ? bytes.write(value, start) : value.copy(bytes, start);
  bytes.writeInt32BE(length, at);
  return start + length;
}
