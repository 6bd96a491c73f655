import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { provide } from '../index.ts';
import { type Outcome, runCommand } from '../testing.ts';
import { Prompt } from './prompt.ts';
import { program, ScaffoldModule } from './scaffold.module.ts';
import { WorkingFolder } from './working-folder.ts';

/** A new folder that is gone after the test. */
export async function temporaryFolder(t: Pick<TestContext, 'after'>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'trellis-scaffold-')));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Types a command in a folder, where nobody sits who could answer questions. */
export function trellis(folder: string, line: string, prompt = new Prompt(new PassThrough(), new PassThrough())) {
  return runCommand(ScaffoldModule, line === '' ? [] : line.split(' '), {
    ...program,
    version: '1.2.3',
    overrides: [provide(WorkingFolder, { value: folder }), provide(Prompt, { value: prompt })],
  });
}

/** Everything below a folder, with its content: two equal ones mean that nothing was written. */
export async function snapshot(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Record<string, string> = {};
  for (const entry of entries) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    files[path] = entry.isFile() ? await readFile(path, 'utf8') : '';
  }
  return files;
}

/** Runs a program to its end. Its output is part of the error when it fails. */
export async function execute(file: string, args: string[], cwd: string): Promise<Omit<Outcome, 'code'>> {
  try {
    // A test that runs in node:test tells its children so, and they would report to it instead of to us.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    return await promisify(execFile)(file, args, { cwd, env, shell: process.platform === 'win32' && file === 'npm' });
  } catch (error) {
    const { stdout, stderr } = error as Outcome;
    throw new Error(`${file} ${args.join(' ')} failed in ${cwd}:\n${stdout}\n${stderr}`, { cause: error });
  }
}
