import type { Database } from 'trellis';

/** One change of the tables, which is made once, and never edited afterwards. */
export interface Migration {
  readonly name: string;
  apply(tx: Database): Promise<unknown>;
}
