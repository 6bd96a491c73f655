import type { Import } from './context-calls.ts';

/** A file that is ready to run in a worker. */
export interface Compiled {
  readonly code: string;
  readonly imports: readonly Import[];
  readonly exports: readonly string[];
  readonly exportsAll: boolean;
  /** For each line of the code: pairs of a column and the place that it comes from, as [column, line, column]. */
  readonly places: readonly (readonly (readonly [number, number, number])[])[];
}

/** Line and column, both counted from 1 as in a stack. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where in the source a place of the code comes from. */
export function originOf({ places }: Compiled, { line, column }: Position): Position | undefined {
  const found = places[line - 1]?.findLast(([from]) => from <= column - 1);
  return found && { line: found[1] + 1, column: found[2] + 1 };
}
