import { createHash } from 'node:crypto';
import { transformSync } from 'esbuild';
import { maskSource } from './mask.ts';

/** One small change to a file. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** `if (a < b)` → `if (a <= b)`: what changes, for the report. */
  readonly change: string;
}

type Edit = [start: number, end: number, replacement: string];

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
  const masked = maskSource(source);
  const original = compile(source);
  return [
    ...operatorEdits(masked),
    ...conditionEdits(masked, source),
    ...constantEdits(masked),
    ...statementEdits(masked, source),
  ]
    .map(([start, end, replacement]) => describe(file, source, start, end, replacement))
    .filter((mutant) => ![original, undefined].includes(compile(mutate(source, mutant))))
    .sort((a, b) => a.start - b.start);
}

export function mutate(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

/** A random choice, the same for the same seed. It depends on each mutant alone, so other changes to the code keep it. */
export function choose(mutants: readonly Mutant[], count: number, seed: string): Mutant[] {
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

function describe(file: string, source: string, start: number, end: number, replacement: string): Mutant {
  const line = source.slice(0, start).split('\n').length;
  const from = source.lastIndexOf('\n', start) + 1;
  const to = source.indexOf('\n', end);
  const [before, after] = [source.slice(from, to), source.slice(from, start) + replacement + source.slice(end, to)];
  return { file, line, start, end, replacement, change: `${before.trim()}  →  ${after.trim()}` };
}

/** Undefined if it isn't valid TypeScript. */
function compile(source: string): string | undefined {
  try {
    return transformSync(source, { loader: 'ts', logLevel: 'silent' }).code;
  } catch {
    return undefined;
  }
}
