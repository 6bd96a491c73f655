import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { root } from '../chapters.ts';

/**
 * Compiles a program beforehand, as the TypeScript loader would at every start: hundreds of them start in one `verify`,
 * and loading is half of what a start costs. `check/spare.ts` runs `main.mjs` where it stands beside `main.ts`.
 */
export async function compileProgram(folder: string): Promise<void> {
  framework ??= compileFramework();
  await compileFolder(folder, folder, await framework);
}

let framework: Promise<string> | undefined;

/** Gives the address that stands for `trellis`. */
async function compileFramework(): Promise<string> {
  const target = join(root, '.workshop', 'compiled', `framework-${process.pid}`);
  process.once('exit', () => rmSync(target, { recursive: true, force: true }));
  await compileFolder(join(root, 'framework'), target, '');
  return pathToFileURL(join(target, 'index.mjs')).href;
}

async function compileFolder(source: string, target: string, trellis: string): Promise<void> {
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/\.(test|suite|fixture|types)\.ts$|^scaffold|fixtures/.test(name),
  );
  await Promise.all(names.map((name) => compileFile(join(source, name), join(target, name), trellis)));
}

async function compileFile(source: string, target: string, trellis: string): Promise<void> {
  // The loader's own settings: names are kept, decorators and the like made fit for this Node.
  const { code } = await transform(readFileSync(source, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    keepNames: true,
    target: `node${process.versions.node}`,
  });
  const linked = code
    .replace(/(["'])(\.{1,2}\/[^"'\n]*)\.ts\1/g, '$1$2.mjs$1')
    .replace(/(from |import\(|import )(["'])trellis\2/g, `$1"${trellis}"`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target.replace(/\.ts$/, '.mjs'), linked);
}
