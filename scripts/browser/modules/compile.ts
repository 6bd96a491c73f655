import type { Message, TransformOptions } from 'esbuild-wasm';
import type { Compiled } from './compiled.ts';
import { adapt, type Edit } from './context-calls.ts';

/** `transform` of esbuild, which is WebAssembly in a browser. */
export type Transform = (text: string, options: TransformOptions) => Promise<{ code: string; map: string }>;

/** The same as in `workshop/run/loader-hooks.mjs`, so that a program, and its errors, are the same. */
const options: TransformOptions = {
  loader: 'ts',
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  keepNames: true,
  sourcemap: 'external',
  sourcesContent: false,
  tsconfigRaw: { compilerOptions: { target: 'es2022', verbatimModuleSyntax: true } },
  logLevel: 'silent',
};

/** Turns a file of a program into code for a worker. Rejects with the compiler's message, in the words of the terminal. */
export async function compile(transform: Transform, file: string, text: string): Promise<Compiled> {
  const isTypeScript = file.endsWith('.ts');
  const { code, map } = await transform(text, {
    ...options,
    loader: isTypeScript ? 'ts' : 'js',
    sourcefile: file,
  }).catch((error: { errors?: Message[] }) => {
    const problems = error.errors?.map(
      ({ location, text: problem }) => `${file}:${location?.line}:${location?.column}: ERROR: ${problem}`,
    );
    throw problems ? new Error(`The program doesn't compile:\n${problems.join('\n')}`) : error;
  });
  const { edits, ...adapted } = adapt(code);
  const { mappings } = JSON.parse(map) as { mappings: string };
  return { ...adapted, places: shifted(decode(mappings), code, edits) };
}

/** What the compiler complains about in a file. Lines count from 1, columns from 0. */
export interface SyntaxProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly text: string;
}

export async function syntaxProblems(transform: Transform, file: string, text: string): Promise<SyntaxProblem[]> {
  const { errors } = await transform(text, { ...options, sourcefile: file }).then(
    () => ({ errors: [] }),
    (error: { errors?: Message[] }) => ({ errors: error.errors ?? [] }),
  );
  return errors.flatMap(({ location, text: problem }) => {
    if (location === null) return [];
    const { line, column, length } = location;
    return [{ file, line, column, length, text: `Syntax error: ${problem}` }];
  });
}

/** The places of the adapted code: an edit moves what follows it on its line. */
function shifted(places: [number, number, number][][], code: string, edits: readonly Edit[]): Compiled['places'] {
  const starts = [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const byLine = new Map<number, { column: number; growth: number }[]>();
  let line = 0;
  for (const { at, text, removed } of edits) {
    while (line + 1 < starts.length && starts[line + 1]! <= at) line++;
    byLine.set(line, [...(byLine.get(line) ?? []), { column: at - starts[line]!, growth: text.length - removed }]);
  }
  return places.map((segments, index) => {
    const moves = byLine.get(index) ?? [];
    return segments.map(([column, ...origin]) => {
      const growth = moves.filter((move) => move.column <= column).reduce((sum, move) => sum + move.growth, 0);
      return [column + growth, ...origin] as const;
    });
  });
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The mappings of a source map: https://tc39.es/ecma426/ */
export function decode(mappings: string): [number, number, number][][] {
  let [line, column] = [0, 0];
  return mappings.split(';').map((row) => {
    let generated = 0;
    return row.split(',').flatMap((segment): [number, number, number][] => {
      const [moved = 0, , lines, columns] = numbersIn(segment);
      generated += moved;
      if (lines === undefined || columns === undefined) return [];
      line += lines;
      column += columns;
      return [[generated, line, column]];
    });
  });
}

function numbersIn(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const character of segment) {
    const digit = digits.indexOf(character);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}
