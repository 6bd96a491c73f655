import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Usage } from 'trellis';
import { isSource, linesIn, textbook } from '../../verify/textbook.ts';

export const usage: Usage = { summary: 'how long the framework is, by folder, and its textbook (maintainers)' };

const repository = join(import.meta.dirname, '..', '..', '..');

/** Without the tests. */
export async function run(): Promise<undefined> {
  const names = (await readdir(join(repository, 'framework'), { recursive: true }))
    .map((name) => name.replaceAll('\\', '/'))
    .filter(
      (name) => isSource(name.split('/').at(-1)!) && !/(^|\/)(fixtures|templates|dist|node_modules)\//.test(name),
    );

  const folders = new Map<string, string[]>();
  for (const name of names) {
    const folder = name.includes('/') ? `${name.slice(0, name.indexOf('/'))}/` : '(top)';
    folders.set(folder, [...(folders.get(folder) ?? []), `framework/${name}`]);
  }
  for (const [folder, files] of [...folders].sort()) await print(folder, files);
  await print(
    'all',
    names.map((name) => `framework/${name}`),
  );
  await print('textbook', await textbook(repository));
}

async function print(label: string, files: string[]): Promise<undefined> {
  const lines = await linesIn(repository, files);
  process.stdout.write(
    `${label.padEnd(12)}${String(files.length).padStart(4)} files${String(lines).padStart(7)} lines\n`,
  );
}
