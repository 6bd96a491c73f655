import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { root } from './chapters.ts';

/** The lines around a syntax error, as the compiler reports it. Undefined if the output of a program has none. */
export function syntaxErrorIn(output: string): string | undefined {
  const [, file = '', line = '', column = '', problem = ''] = /^(.+?):(\d+):(\d+): ERROR: (.+)$/m.exec(output) ?? [];
  const path = resolve(root, file);
  if (file === '' || !existsSync(path)) return undefined;
  const place = relative(root, path).split(sep).join('/');
  // The compiler counts columns from 0, editors from 1.
  return `${place}:${line}:${Number(column) + 1}\n\n${codeFrame(readFileSync(path, 'utf8'), Number(line), Number(column), problem)}`;
}

/** Two lines before and after, the line itself marked, and the problem below the column it is about. */
export function codeFrame(text: string, line: number, column: number, problem: string): string {
  const lines = text.split('\n');
  const first = Math.max(1, line - 2);
  const last = Math.min(lines.length, line + 2);
  const width = String(last).length;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    .flatMap((number) => {
      const row = `${number === line ? '>' : ' '} ${String(number).padStart(width)} │ ${lines[number - 1]}`.trimEnd();
      return number === line ? [row, `  ${' '.repeat(width)} │ ${' '.repeat(column)}^ ${problem}`.trimEnd()] : [row];
    })
    .join('\n');
}
