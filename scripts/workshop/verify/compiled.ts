import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { asTheLoader, frameworkBundle } from '../check/framework-bundle.ts';

/**
 * Compiles a program beforehand, as the TypeScript loader would at every start: hundreds of them start in one `verify`,
 * and loading is most of what a start costs. `check/spare.ts` runs `main.mjs` where it stands beside `main.ts`.
 */
export async function compileProgram(folder: string): Promise<void> {
  const framework = frameworkBundle();
  // It does not compile. The program itself says so, under the loader.
  if (framework === undefined) return;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  await Promise.all(names.map((name) => compileFile(join(folder, name), pathToFileURL(framework).href)));
}

async function compileFile(source: string, trellis: string): Promise<void> {
  const { code } = await transform(readFileSync(source, 'utf8'), { loader: 'ts', ...asTheLoader });
  const linked = code
    .replace(/(["'])(\.{1,2}\/[^"'\n]*)\.ts\1/g, '$1$2.mjs$1')
    .replace(/(from |import\(|import )(["'])trellis\2/g, `$1"${trellis}"`);
  writeFileSync(source.replace(/\.ts$/, '.mjs'), linked);
}
