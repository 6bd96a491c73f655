import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const files = ['app', 'dispatcher', 'builtins', 'signals', 'index', 'platforms/api', 'platforms/platform'];
const folders = ['core', 'routing', 'http', 'dto'];

/** The files that someone reads to understand the whole framework, without tests, as paths below the repository. */
export async function textbook(repository: string): Promise<string[]> {
  const found = await Promise.all(folders.map((folder) => sourcesIn(repository, folder)));
  return [...files.map((name) => `framework/${name}.ts`), ...found.flat()];
}

/** The rest of what an application loads, without the scaffolder, whose templates are tested as the programs that it writes. */
export async function besideTextbook(repository: string): Promise<string[]> {
  const known = new Set(await textbook(repository));
  const names = await readdir(join(repository, 'framework'), { recursive: true });
  const files = names.map((name) => `framework/${name.replaceAll('\\', '/')}`);
  const isBeside = (file: string) => !known.has(file) && !/\/(scaffold|fixtures|node_modules)\//.test(file);
  return files.filter((file) => isSource(file.split('/').at(-1)!) && isBeside(file)).sort();
}

async function sourcesIn(repository: string, folder: string): Promise<string[]> {
  const names = await readdir(join(repository, 'framework', folder));
  return names.filter(isSource).map((name) => `framework/${folder}/${name}`);
}

/** Not `*.test.ts`, `*.cases.ts` and the like. */
export function isSource(name: string): boolean {
  return /^[^.]+\.ts$/.test(name);
}

export async function linesIn(repository: string, files: readonly string[]): Promise<number> {
  const sources = await Promise.all(files.map((file) => readFile(join(repository, file), 'utf8')));
  return sources.reduce((sum, source) => sum + source.trimEnd().split('\n').length, 0);
}
