import { execFile } from 'node:child_process';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { root } from './chapters.ts';

const run = promisify(execFile);
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** What the compiler has against the files of one folder: `src/main.ts:4:7 Type 'string' is not …`. */
export async function typeErrors(folder: string): Promise<string[]> {
  const output = await run(process.execPath, [compiler, '--noEmit', '--pretty', 'false'], { cwd: root }).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string }) => error.stdout ?? '',
  );
  const place = `${relative(root, folder).split(sep).join('/')}/`;
  return output.split('\n').flatMap((line) => {
    const found = /^(.+?)\((\d+),(\d+)\): error TS\d+: (.+)$/.exec(line);
    if (found === null || !found[1]!.startsWith(place)) return [];
    const [, file, row, column, message] = found;
    return [`${file}:${row}:${column} ${message}`];
  });
}
