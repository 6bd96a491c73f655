import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { provide } from '../index.ts';
import { type Outcome, runCommand } from '../testing.ts';
import { FrameworkPackage } from './framework-package.ts';
import { Prompt } from './prompt.ts';
import { program, ScaffoldModule } from './scaffold.module.ts';
import { WorkingFolder } from './working-folder.ts';

/** A new folder that is removed after the test. */
export async function temporaryFolder(t: Pick<TestContext, 'after'>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'trellis-scaffold-')));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Replaces the tarball of the framework, which takes seconds to build. */
export const fakeFramework = { archive: 'vendor/trellis-1.2.3.tgz', pack: async () => new Uint8Array([1, 2, 3]) };

interface TrellisOptions {
  prompt?: Prompt;
  framework?: FrameworkPackage;
}

/** Runs a command in a folder, without a terminal that could answer questions. */
export function trellis(folder: string, line: string, { prompt, framework }: TrellisOptions = {}) {
  return runCommand(ScaffoldModule, line === '' ? [] : line.split(' '), {
    ...program,
    version: '1.2.3',
    overrides: [
      provide(WorkingFolder, { value: folder }),
      provide(Prompt, { value: prompt ?? new Prompt(new PassThrough(), new PassThrough()) }),
      provide(FrameworkPackage, { value: framework ?? fakeFramework }),
    ],
  });
}

/** The content of every file in a folder. Two equal snapshots prove that nothing was written in between. */
export async function snapshot(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Record<string, string> = {};
  for (const entry of entries) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    files[path] = entry.isFile() ? await readFile(path, 'utf8') : '';
  }
  return files;
}

/** Runs a program until it exits. If it fails, the error contains its output. */
export async function execute(file: string, args: string[], cwd: string): Promise<Omit<Outcome, 'code'>> {
  try {
    // node:test sets this variable. A child process that sees it reports to the parent instead of printing.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    return await promisify(execFile)(file, args, { cwd, env, shell: process.platform === 'win32' && file === 'npm' });
  } catch (error) {
    const { stdout, stderr } = error as Outcome;
    throw new Error(`${file} ${args.join(' ')} failed in ${cwd}:\n${stdout}\n${stderr}`, { cause: error });
  }
}
