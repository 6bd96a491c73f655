import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../chapters.ts';

const framework = join(root, 'framework');
const folder = join(root, '.workshop', 'framework');
/** `trellis` and `trellis/testing` are one file, because a program and its tests must have the same framework. */
const entry = "export * from './index.ts'; export * from './testing.ts';";
const loader = pathToFileURL(join(import.meta.dirname, 'loader.mjs')).href;

/** The state of the framework's sources: a change in them must take effect with the next start. */
export function frameworkVersion(): string {
  const hash = createHash('sha256').update(`${process.version} ${entry}`);
  for (const name of readdirSync(framework, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/(?<!\.(test|suite))\.ts$|^package\.json$/.test(name)) continue;
    const { mtimeMs, size } = statSync(join(framework, name));
    hash.update(`${name} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * The framework and its packages in one file instead of two hundred: loading those takes half of the startup time.
 * Undefined if it doesn't compile: then the program's own import of it reports the error.
 */
export function frameworkBundle(version = frameworkVersion()): string | undefined {
  const file = join(folder, `${version}.mjs`);
  try {
    if (!existsSync(file)) writeBundle(file);
    return file;
  } catch {
    return undefined;
  }
}

/** Node's options for a program in TypeScript, with the framework from the bundle. */
export function loaderOptions(version = frameworkVersion()): string[] {
  return ['--import', frameworkBundle(version) === undefined ? loader : `${loader}?${version}`];
}

function writeBundle(file: string): void {
  // Needed only after a change of the framework, so it isn't imported otherwise.
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  const { outputFiles } = buildSync({
    stdin: { contents: entry, resolveDir: framework, loader: 'ts' },
    outfile: file,
    write: false,
    bundle: true,
    external: ['sql.js', 'pg', '@redis/client'],
    // The same as in `loader-hooks.mjs`.
    format: 'esm',
    keepNames: true,
    target: `node${process.versions.node}`,
    platform: 'node',
    // Stacks show the lines of the sources.
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'silent',
  });
  mkdirSync(folder, { recursive: true });
  // Renamed into place, so that no other process ever reads half of it, or none.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, outputFiles[0]!.contents);
  renameSync(draft, file);
  const older = readdirSync(folder).filter((name) => name.endsWith('.mjs') && name !== basename(file));
  for (const name of older) rmSync(join(folder, name), { force: true });
}
