import { asRecord, readState, writeState } from '../state-file.ts';
import type { Item } from './board.ts';

const kinds = ['page', 'mitigation', 'look', 'proof', 'restart'] as const;

/** Something that happened during an incident, or that an instrument has shown: what a timeline can refer to. */
export interface Entry {
  /** `E3` */
  readonly id: string;
  /** `mitigation`: somebody limits the damage. `look`: an item of the board. `proof`: an item that has proven the cause. */
  readonly kind: (typeof kinds)[number];
  readonly text: string;
  /** When it was written down, in milliseconds since 1970. */
  readonly at: number;
  /** When the first of what it shows happened: an instrument may look back. */
  readonly since: number;
}

/** What happened during an incident, in a file. */
export class Journal {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  entries(): Entry[] {
    return Object.values(readState(this.#file)).flatMap((value) => entryOf(asRecord(value)) ?? []);
  }

  add({ kind, text, at, since = at }: Pick<Entry, 'kind' | 'text' | 'at'> & { since?: number }): Entry {
    const entries = this.entries();
    const entry = { id: `E${entries.length + 1}`, kind, text, at, since: Math.min(since, at) };
    writeState(this.#file, Object.fromEntries([...entries, entry].map((one) => [one.id, one])));
    return entry;
  }

  /** What an instrument shows, with the time of the first thing that it shows. */
  addItem(kind: 'look' | 'proof', { id, text, rows = [] }: Item, at: number): Entry {
    const times = rows.map(({ time }) => Date.parse(String(time))).filter(Number.isFinite);
    return this.add({ kind, text: `${id} ${text}`, at, since: Math.min(at, ...times) });
  }
}

/** Somebody may have edited the file. */
function entryOf(value: Record<string, unknown>): Entry | undefined {
  const { id, kind, text, at, since } = value;
  const known = kinds.find((one) => one === kind);
  if (known === undefined || !Number.isFinite(at) || !Number.isFinite(since)) return undefined;
  return { id: String(id), kind: known, text: String(text), at: Number(at), since: Number(since) };
}
