import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Metafile, Plugin } from 'esbuild';
import { root } from '../chapters.ts';
import { asTheLoader, frameworkBundle } from './framework-bundle.ts';

const parent = join(root, '.workshop', 'bundles');
const programs = ['main.ts', 'api.ts', 'web.ts', 'cli.ts'];

/**
 * Works in a folder with the same programs, each in one file that needs no TypeScript loader, where there are several
 * programs or `startsMany` says so: their checks start process after process, and the loader is most of a start. Assets
 * are read where they stand, and a stack leads to the sources. What cannot be put together just so works in the folder
 * itself, and says there what is wrong with it.
 */
export async function withBundle<T>(
  src: string,
  work: (folder: string) => Promise<T>,
  startsMany: Promise<boolean> = Promise.resolve(false),
): Promise<T> {
  const found = programs.filter((name) => existsSync(join(src, name)));
  if (found.length === 0 || (found.length === 1 && !(await startsMany))) return work(src);
  sweep();
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, `${process.pid}-`));
  try {
    return await work((await isBundled(src, found, folder)) ? folder : src);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function isBundled(src: string, names: string[], folder: string): Promise<boolean> {
  try {
    const { build } = await import('esbuild');
    const framework = await frameworkText();
    writeFileSync(join(folder, 'framework.mjs'), framework);
    const { warnings, metafile } = await build({
      entryPoints: names.map((name) => join(src, name)),
      outdir: join(folder, 'bundle'),
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      packages: 'external',
      plugins: [asItStands(pathToFileURL(join(folder, 'framework.mjs')).href, exportsOf(framework))],
      ...asTheLoader,
      platform: 'node',
      sourcemap: 'inline',
      sourcesContent: false,
      metafile: true,
      logLevel: 'silent',
    });
    // Files that import each other start in another order, and a class may be missing in one of the two ways only.
    if (warnings.length > 0 || hasCircle(metafile)) return false;
  } catch {
    return false;
  }
  for (const name of names) {
    const program = name.replace(/\.ts$/, '.mjs');
    const start = `process.setSourceMapsEnabled(true);\nawait import('./bundle/${program}');\n`;
    writeFileSync(join(folder, program), start);
  }
  return true;
}

/** As it was bundled, and with the client for Redis in one file too: that one has four hundred. */
async function frameworkText(): Promise<string> {
  const bundle = frameworkBundle();
  if (bundle === undefined) throw new Error('the framework does not compile');
  const text = await readFile(bundle, 'utf8');
  const client = pathToFileURL(await redisClient()).href;
  return text.replace('import("@redis/client")', () => `import(${JSON.stringify(client)})`);
}

/** Made once. */
async function redisClient(): Promise<string> {
  const require = createRequire(import.meta.url);
  const { version } = JSON.parse(
    await readFile(join(root, 'node_modules', '@redis', 'client', 'package.json'), 'utf8'),
  );
  const file = join(root, '.workshop', 'packages', `redis-client-${version}.mjs`);
  if (existsSync(file)) return file;
  const { build } = await import('esbuild');
  const names = Object.keys(require('@redis/client'));
  const draft = `${file}.${process.pid}`;
  await build({
    stdin: { contents: `export { ${names.join(', ')} } from '@redis/client';`, resolveDir: root },
    outfile: draft,
    bundle: true,
    platform: 'node',
    format: 'esm',
    keepNames: true,
    // Its own modules are CommonJS, and ask for those of Node.
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
    logLevel: 'silent',
  });
  // Others may look for it at this moment, and must not find a half.
  renameSync(draft, file);
  return file;
}

/** The names in the list at the end of a bundle. */
function exportsOf(bundle: string): string[] {
  const list = /^export \{([^}]*)\};/m.exec(bundle.slice(bundle.lastIndexOf('\nexport {') + 1))?.[1] ?? '';
  return list.split(',').map((entry) => entry.trim().split(' as ').at(-1)!);
}

/** The framework from its own file, and each file in the place where it was written. Whatever is not there is an error. */
function asItStands(framework: string, names: string[]): Plugin {
  const tsconfigRaw = readFileSync(join(root, 'tsconfig.json'), 'utf8');
  return {
    name: 'as-it-stands',
    setup({ onResolve, onLoad, esbuild }) {
      onResolve({ filter: /^trellis$/ }, () => ({ path: framework, namespace: 'names' }));
      onLoad({ filter: /^/, namespace: 'names' }, ({ path }) => ({
        contents: `export { ${names.join(', ')} } from ${JSON.stringify(path)};`,
      }));
      onResolve({ filter: /^file:/ }, ({ path }) => ({ path, external: true }));
      onResolve({ filter: /^trellis\// }, () => ({ errors: [{ text: 'is TypeScript' }] }));
      onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
        if (importer !== '' && !isBuiltin(path)) createRequire(importer).resolve(path);
        return undefined;
      });
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const values: Record<string, string> = {
          url: pathToFileURL(path).href,
          dirname: dirname(path),
          filename: path,
        };
        const text = await readFile(path, 'utf8');
        const placed = text.replace(/\bimport\.meta\.(url|dirname|filename)\b/g, (_, name: string) =>
          JSON.stringify(values[name]),
        );
        // JavaScript first: a name that no file exports is an error there. In TypeScript it might be a type.
        const { code } = await esbuild.transform(placed, {
          loader: 'ts',
          sourcefile: path,
          sourcemap: 'inline',
          tsconfigRaw,
        });
        return { contents: code, loader: 'js' };
      });
    },
  };
}

function hasCircle({ inputs }: Metafile): boolean {
  const open = new Set<string>();
  const done = new Set<string>();
  const leadsBack = (file: string): boolean => {
    if (open.has(file)) return true;
    if (done.has(file)) return false;
    open.add(file);
    const imports = inputs[file]?.imports.filter(({ kind }) => kind === 'import-statement') ?? [];
    const isCircle = imports.some(({ path }) => leadsBack(path));
    open.delete(file);
    done.add(file);
    return isCircle;
  };
  return Object.keys(inputs).some(leadsBack);
}

/** Whoever was interrupted has left a folder behind. */
function sweep(): void {
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    try {
      process.kill(Number.parseInt(basename(name), 10), 0);
    } catch {
      rmSync(join(parent, name), { recursive: true, force: true });
    }
  }
}
