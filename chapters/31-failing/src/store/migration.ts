import type { Database } from 'trellis';

/** One change to the tables. It is applied once, and never edited after that. */
export interface Migration {
  readonly name: string;
  apply(tx: Database): Promise<unknown>;
}
