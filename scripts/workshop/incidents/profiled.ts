import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../chapters.ts';
import { loaderOptions } from '../run/framework-bundle.ts';
import { frameItems, type Item } from './board.ts';
import type { Profile } from './instrumented.ts';

export interface Profiled {
  /** What the program has printed. */
  readonly output: string;
  /** For Chrome's DevTools or VS Code. Undefined if the program was killed before it could be written. */
  readonly file: string | undefined;
  readonly items: readonly Item[];
}

/** Runs a program to its end, and records where it spends its time: Node's own `--cpu-prof`. */
export async function profiled(program: string, words: readonly string[], state: string): Promise<Profiled> {
  const folder = join(state, 'profiles', `${basename(program, '.ts')}-${Date.now()}`);
  mkdirSync(folder, { recursive: true });
  const options = ['--cpu-prof', `--cpu-prof-dir=${folder}`, ...loaderOptions()];
  const output = await new Promise<string>((done) => {
    execFile(process.execPath, [...options, resolve(program), ...words], { cwd: root }, (_, stdout, stderr) =>
      done(stdout + stderr),
    );
  });
  // The thread that compiles TypeScript has a profile of its own.
  const url = pathToFileURL(resolve(program)).href;
  const files = readdirSync(folder).map((name) => join(folder, name));
  for (const file of files) {
    const profile = JSON.parse(readFileSync(file, 'utf8')) as Profile;
    const isOurs = profile.nodes.some(({ callFrame }) => callFrame.url.replace(/\?.*/, '') === url);
    if (isOurs) return { output, file, items: frameItems(profile) };
  }
  return { output, file: undefined, items: [] };
}
