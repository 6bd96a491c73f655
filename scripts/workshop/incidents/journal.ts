import { asRecord, readState, writeState } from '../state-file.ts';
import { type Item, linesOf } from './board.ts';

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
  /** Whether it would prove the cause: then the fault was there when it happened. */
  readonly showsFault?: true;
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

  add({ at, since = at, ...what }: Omit<Entry, 'id' | 'since'> & { since?: number }): Entry {
    const entries = this.entries();
    const entry = { id: `E${entries.length + 1}`, ...what, at, since: Math.min(since, at) };
    writeState(this.#file, Object.fromEntries([...entries, entry].map((one) => [one.id, one])));
    return entry;
  }

  /** What an instrument shows, with the time of the first thing that it shows. */
  addItem(kind: 'look' | 'proof', item: Item, at: number, showsFault = false): Entry {
    const { id, text, rows = linesOf(item) } = item;
    const times = rows.map(({ time }) => Date.parse(String(time))).filter(Number.isFinite);
    const since = Math.min(at, ...times);
    return this.add({ kind, text: `${id} ${text}`, at, since, ...(showsFault && { showsFault }) });
  }
}

/** Somebody may have edited the file. */
function entryOf(value: Record<string, unknown>): Entry | undefined {
  const { id, kind, text, at, since, showsFault } = value;
  const known = kinds.find((one) => one === kind);
  if (known === undefined || !Number.isFinite(at) || !Number.isFinite(since)) return undefined;
  const entry = { id: String(id), kind: known, text: String(text), at: Number(at), since: Number(since) };
  return showsFault === true ? { ...entry, showsFault } : entry;
}
