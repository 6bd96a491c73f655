import { createHash } from 'node:crypto';
import { transformSync } from 'esbuild';
import { applyEdits, type Edit } from '../../workshop/syntax/source.ts';
import { maskSource } from './mask.ts';

/** One small change to a file. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  /** The first of them is at the line; others are what it needs elsewhere. */
  readonly edits: readonly Edit[];
  /** `if (a < b)` → `if (a <= b)`: what changes, for the report. */
  readonly change: string;
}

/** Operators, each with those that replace it. The spaces tell a comparison from a type argument. */
const operators: [string, string[]][] = [
  [' < ', [' <= ', ' >= ']],
  [' <= ', [' < ', ' > ']],
  [' > ', [' >= ', ' <= ']],
  [' >= ', [' > ', ' < ']],
  [' === ', [' !== ']],
  [' !== ', [' === ']],
  [' && ', [' || ']],
  [' || ', [' && ']],
  [' ?? ', [' || ']],
  [' ??= ', [' = ']],
  [' - ', [' + ']],
  [' + 1', ['']],
];

/** A statement on a line of its own, or after a condition: a call, an assignment, a `throw` or a `return`. */
const statement = /(?<=^ *(?:if \(.*\) |else )?)(return|throw|(?:await |void )?(?:this|[a-z]\w*)(?=[.([ ?+]))\b.*;$/gm;
const declaration = /^(?:const|let|import|export|type|function|class|interface|for|if|else|while|yield|case)\b/;
/** It only tells the compiler the type: the constructor sets the value. */
const fieldWithoutValue = /^readonly [^=]*;$/;

/** Every mutant of a file whose compiled code differs, in the order of the source. */
export function mutantsOf(file: string, source: string): Mutant[] {
  return distinct(file, source, [...generalEdits(source)]);
}

/** The changes that make sense in any program, one edit each. */
export function* generalEdits(source: string): Iterable<Edit[]> {
  const masked = maskSource(source);
  for (const edits of [operatorEdits(masked), conditionEdits(masked, source), constantEdits(masked)])
    for (const edit of edits) yield [edit];
  for (const edit of statementEdits(masked, source)) yield [edit];
}

/** The mutants that these edits make, in the order of the source, without those that compile to what is already there. */
export function distinct(file: string, source: string, changes: readonly (readonly Edit[])[]): Mutant[] {
  const seen = new Set([compile(source), undefined]);
  const mutants = changes.flatMap((edits) => {
    const code = compile(applyEdits(source, edits));
    if (seen.has(code)) return [];
    seen.add(code);
    return [describe(file, source, edits)];
  });
  return mutants.sort((a, b) => a.edits[0]![0] - b.edits[0]![0]);
}

export function mutate(source: string, { edits }: Mutant): string {
  return applyEdits(source, edits);
}

/** A random choice, the same for the same seed. It depends on each mutant alone, so other changes to the code keep it. */
export function choose<M extends Mutant>(mutants: readonly M[], count: number, seed: string): M[] {
  const keyed = mutants.map((mutant) => ({ mutant, key: digest(`${seed} ${mutant.file} ${mutant.change}`) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  return keyed.slice(0, count).map(({ mutant }) => mutant);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function* operatorEdits(masked: string): Iterable<Edit> {
  for (const [operator, others] of operators) {
    for (let at = masked.indexOf(operator); at >= 0; at = masked.indexOf(operator, at + 1)) {
      for (const other of others) yield [at, at + operator.length, other];
    }
  }
}

function* conditionEdits(masked: string, source: string): Iterable<Edit> {
  for (const { index } of masked.matchAll(/\bif \(/g)) {
    const open = index + 'if ('.length;
    let end = open;
    for (let depth = 1; depth > 0; end++) depth += '()'.includes(masked[end]!) ? (masked[end] === '(' ? 1 : -1) : 0;
    yield [open, end - 1, `!(${source.slice(open, end - 1)})`];
  }
}

function* constantEdits(masked: string): Iterable<Edit> {
  for (const { 0: word, index } of masked.matchAll(/\b(?:true|false)\b/g)) {
    yield [index, index + word.length, String(word === 'false')];
  }
  for (const { 0: number, index } of masked.matchAll(/(?<![\w.$])\d[\d_]*(?![\w.])/g)) {
    yield [index, index + number.length, String(Number(number.replaceAll('_', '')) + 1)];
  }
}

function* statementEdits(masked: string, source: string): Iterable<Edit> {
  for (const { 0: text, index } of masked.matchAll(statement)) {
    if (declaration.test(text) || fieldWithoutValue.test(text) || !isBalanced(text)) continue;
    const end = index + text.length;
    const value = source.slice(index + 'return'.length, end - 1).trim();
    if (!text.startsWith('return')) yield [index, end, ';'];
    else yield [index, end, value === '' ? ';' : `void (${value});`];
  }
}

function isBalanced(text: string): boolean {
  const count = (brackets: RegExp) => text.match(brackets)?.length ?? 0;
  return count(/[([{]/g) === count(/[)\]}]/g);
}

function describe(file: string, source: string, edits: readonly Edit[]): Mutant {
  const [start] = edits[0]!;
  const line = source.slice(0, start).split('\n').length;
  // Only the first edit, which is the mistake; the others are what it needs elsewhere.
  const [before, after] = changedLines(source, applyEdits(source, edits.slice(0, 1)));
  return { file, line, edits, change: `${before}  →  ${after}` };
}

/** The lines that differ, each side in one line. */
function changedLines(before: string, after: string): [string, string] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const inOneLine = (lines: string[]) =>
    lines
      .slice(head, lines.length - tail)
      .map((line) => line.trim())
      .join(' ');
  return [inOneLine(a), inOneLine(b)];
}

/** Undefined if it isn't valid TypeScript. */
function compile(source: string): string | undefined {
  try {
    return transformSync(source, { loader: 'ts', logLevel: 'silent' }).code;
  } catch {
    return undefined;
  }
}
