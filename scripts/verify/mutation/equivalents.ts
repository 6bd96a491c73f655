import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutants.ts';

/**
 * A list of mutants that change nothing that anyone could notice, each with the reason. An entry is `` - `file`: `` change `` ``,
 * and a reason may follow, or be the paragraph above.
 */
export class Equivalents {
  readonly #list: string;
  readonly #entries: ReadonlySet<string>;

  /** The list is below the repository, and may be missing. */
  constructor(repository: string, list: string) {
    this.#list = list;
    const file = join(repository, list);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const entries = text.matchAll(/^- `(\S+)`: `` (.+?) ``/gm);
    this.#entries = new Set([...entries].map(([, place, change]) => `${place} ${change}`));
  }

  get size(): number {
    return this.#entries.size;
  }

  has(mutant: Mutant): boolean {
    return this.#entries.has(keyOf(mutant));
  }

  /** What to say about entries that none of these mutants makes, because the code has changed: those of all files, or of these. */
  stale(mutants: readonly Mutant[], files?: readonly string[]): string[] {
    const made = new Set(mutants.map(keyOf));
    const isConcerned = (entry: string) => files === undefined || files.includes(entry.split(' ', 1)[0]!);
    const stale = [...this.#entries].filter((entry) => isConcerned(entry) && !made.has(entry));
    return stale.map((entry) => `${this.#list} lists a change that no mutant makes: ${entry}`);
  }
}

function keyOf({ file, change }: Mutant): string {
  return `${file} ${change}`;
}
