import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { root } from './chapters.ts';

const run = promisify(execFile);

const scratch = join(root, '.workshop', 'types');

/**
 * The type errors in the files of one folder: `src/main.ts:4:7 Type 'string' is not …`. None if the compiler can't run, or
 * nothing can be written to `parent`: the program itself runs without it.
 */
export async function typeErrors(folder: string, signal?: AbortSignal, parent = scratch): Promise<string[]> {
  const output = await compile(folder, parent, signal).catch(() => '');
  const place = `${relative(root, folder).split(sep).join('/')}/`;
  return output.split('\n').flatMap((line) => {
    const [, file = '', row, column, message] = /^(.+?)\((\d+),(\d+)\): error TS\d+: (.+)$/.exec(line) ?? [];
    return file.startsWith(place) ? [`${file}:${row}:${column} ${message}`] : [];
  });
}

/** With a project file of its own, because the other chapters would only take time. */
async function compile(folder: string, parent: string, signal?: AbortSignal): Promise<string> {
  mkdirSync(parent, { recursive: true });
  const project = mkdtempSync(join(parent, 'project-'));
  const file = join(project, 'tsconfig.json');
  const settings = {
    extends: join(root, 'tsconfig.json'),
    include: [`${folder}/**/*.ts`],
    exclude: [],
    compilerOptions: { typeRoots: [join(root, 'node_modules', '@types')] },
  };
  writeFileSync(file, JSON.stringify(settings));
  let end = () => {};
  try {
    const compiling = run(await compilerPath(), ['--noEmit', '--pretty', 'false', '-p', file], { cwd: root });
    // Not the option `signal`, which is too gentle: the compiler finishes its work first.
    end = () => void compiling.child.kill('SIGKILL');
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
    return (await compiling).stdout;
  } catch (error) {
    return (error as { stdout?: string }).stdout ?? '';
  } finally {
    signal?.removeEventListener('abort', end);
    rmSync(project, { recursive: true, force: true });
  }
}

/** The program that `tsc` starts, which would survive a killed `tsc`. Rejects on a system that has none. */
async function compilerPath(): Promise<string> {
  const finder = join(root, 'node_modules', 'typescript', 'lib', 'getExePath.js');
  return (await import(pathToFileURL(finder).href)).default();
}
