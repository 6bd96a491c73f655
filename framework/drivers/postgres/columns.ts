import type { SqlValue } from '../../services/sql.ts';
import type { Row } from '../sql/queries.ts';
import { parserOf } from './values.ts';

/** More descriptions than an application has statements, unless it creates tables all the time. */
const MOST_KNOWN = 1_000;

const known = new Map<string, Columns>();

/** What the server says about the columns of a result, and how a row of it becomes an object. */
export class Columns {
  readonly names: string[] = [];
  /** A name that two columns share. */
  readonly twice: string | undefined;
  readonly #parsers: (((text: string) => SqlValue) | undefined)[] = [];
  /** A row to copy: V8 copies an object faster than it adds one property after another. */
  readonly #empty: Row = {};

  /** The same description always gives the same object, so a statement pays for reading it only once. */
  static of(bytes: Buffer, start: number, end: number): Columns {
    const description = bytes.toString('latin1', start, end);
    let columns = known.get(description);
    if (columns === undefined) {
      if (known.size >= MOST_KNOWN) known.clear();
      columns = new Columns(bytes, start);
      known.set(description, columns);
    }
    return columns;
  }

  private constructor(bytes: Buffer, start: number) {
    let at = start + 2;
    for (let left = bytes.readInt16BE(start); left > 0; left--) {
      const end = bytes.indexOf(0, at);
      const name = bytes.toString('utf8', at, end);
      if (this.names.includes(name)) this.twice ??= name;
      this.names.push(name);
      // The name is followed by the table (4 bytes), the column (2), the type (4), its size (2), its modifier (4), the format (2).
      this.#parsers.push(parserOf(bytes.readUInt32BE(end + 7)));
      at = end + 19;
      // An assignment to `__proto__` would set the prototype instead of a property.
      Object.defineProperty(this.#empty, name, { value: null, writable: true, enumerable: true, configurable: true });
    }
  }

  /** Reads a row: the number of its cells, then the length and the text of each. */
  read(bytes: Buffer, start: number): Row {
    const row = { ...this.#empty };
    let at = start + 2;
    for (let index = 0; index < this.names.length; index++) {
      const length = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
      at += 4;
      // That is null.
      if (length === -1) continue;
      const text = bytes.toString('utf8', at, at + length);
      const parse = this.#parsers[index];
      row[this.names[index]!] = parse === undefined ? text : parse(text);
      at += length;
    }
    return row;
  }
}
