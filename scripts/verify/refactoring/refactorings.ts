import type { Files } from '../../workshop/starters.ts';
import { applyEdits, type Edit, Source } from '../../workshop/syntax/source.ts';
import * as expressions from './expressions.ts';
import { addLogLines } from './log-lines.ts';
import { moveFunctions } from './moving.ts';
import * as names from './names.ts';
import * as order from './order.ts';
import { reverseAttributes } from './pages.ts';
import * as queries from './queries.ts';

/** One place of a refactoring. */
export interface Change {
  readonly edits: readonly Edit[];
  /** A new file, with its path below `src`. */
  readonly added?: readonly [name: string, text: string];
}

/** A way to change a program that keeps its behaviour. */
export interface Refactoring {
  readonly name: string;
  changesIn(source: Source, file: string): Iterable<Change>;
}

type Rewriting = (source: Source) => Iterable<Edit[]>;

/** In an order in which each still finds its places after those before it. */
const rewritings: Rewriting[] = [
  expressions.throwInstead,
  queries.qualifyColumns,
  queries.exchangeOperands,
  queries.upperCase,
  order.nestGroup,
  order.reverseMethods,
  order.reverseProperties,
  order.reverseDeclarations,
  order.reverseImports,
  names.renamePrivate,
  names.renameLocal,
  expressions.exchangeSides,
  expressions.chainThen,
  expressions.concatenate,
  expressions.arrowHandler,
  expressions.arrowFunction,
  reverseAttributes,
  addLogLines,
  expressions.otherQuotes,
];

/** Those of a round can be applied one after another. A function that has moved isn't there for the others. */
export const rounds: readonly (readonly Refactoring[])[] = [
  rewritings.map((rewrite) => ({
    name: wordsOf(rewrite.name),
    *changesIn(source: Source) {
      for (const edits of rewrite(source)) yield { edits };
    },
  })),
  [{ name: wordsOf(moveFunctions.name), changesIn: moveFunctions }],
];

/** A refactoring in one place of one file. */
export interface Step {
  readonly file: string;
  readonly line: number;
  readonly change: Change;
}

/** Where it can be applied in these files. Places that overlap an earlier one are left out. */
export function stepsOf({ changesIn }: Refactoring, files: Files, names: readonly string[]): Step[] {
  return names.flatMap((file) => {
    const source = new Source(files.get(file)!);
    const taken: Edit[] = [];
    return [...changesIn(source, file)].flatMap((change) => {
      if (change.edits.some((edit) => taken.some((other) => overlap(edit, other)))) return [];
      taken.push(...change.edits);
      return [{ file, line: source.lineOf(change.edits[0]![0]), change }];
    });
  });
}

export function applySteps(files: Files, steps: readonly Step[]): Files {
  const result: Files = new Map(files);
  for (const file of new Set(steps.map((step) => step.file))) {
    const edits = steps.filter((step) => step.file === file).flatMap(({ change }) => change.edits);
    result.set(file, applyEdits(files.get(file)!, distinct(edits)));
  }
  for (const { change } of steps) if (change.added !== undefined) result.set(...change.added);
  return result;
}

/** Two places may need the same import. */
function distinct(edits: readonly Edit[]): Edit[] {
  return [...new Map(edits.map((edit) => [JSON.stringify(edit), edit])).values()];
}

function overlap([a, b, text]: Edit, [c, d, other]: Edit): boolean {
  return a === b && a === c && text === other ? false : a < d && c < b;
}

/** `reverseMethods` → `reverse methods` */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
