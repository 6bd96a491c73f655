import { join, resolve } from 'node:path';
import type { Usage } from 'trellis';
import { pack, source } from '../../verify/package/pack.ts';

export const usage: Usage = { summary: 'build the npm package (maintainers)', words: '[folder]' };

export async function run([folder = join(source, 'dist')]: readonly string[]): Promise<undefined> {
  process.stdout.write(`${await pack(resolve(folder))}\n`);
}
