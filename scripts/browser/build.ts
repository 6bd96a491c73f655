import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { build, type Plugin, transform } from 'esbuild';
import { root } from '../workshop/chapters.ts';
import { lateEntry, lateName, sharedModules } from './late-modules.ts';
import { decode } from './modules/compile.ts';
import { adapt } from './modules/context-calls.ts';
import { allModules, knownAtBuild, missingFunctions, standInFor } from './stand-ins.ts';

const here = import.meta.dirname;

/** Packages that nothing in Part I uses, or that do what a browser does itself. */
const absentPackages = ['pg', '@redis/client', 'esbuild', 'abort-controller', 'playwright-core'];

export interface Scripts {
  /** The unchanged framework and the unchanged checks, with the stand-ins for Node. */
  readonly worker: string;
  /** Modules that the script of a worker imports when they are needed. */
  readonly packages: string;
  readonly compiler: string;
}

export async function buildScripts(): Promise<Scripts> {
  const { files } = await bundled('worker.ts', [standIns()]);
  const shared = new Set<string>();
  const late = await bundled('late-entry', [sharedModules(files, shared), separatePart(), places()]);
  const packages = await adapted(late.code);
  const compiler = await adapted((await bundled('modules/compiler.ts', [separatePart()])).code);
  return {
    worker: await bundle('worker.ts', { shared }),
    packages: `${filesOf(packages, 'import.meta.url')}\n${packages.code}`,
    compiler: compiler.code,
  };
}

interface BundleOptions {
  /** The files that the second script takes from this one. */
  readonly shared?: ReadonlySet<string>;
  /** Whether it has everything, and needs no second script. */
  readonly isWhole?: boolean;
  readonly plugins?: readonly Plugin[];
}

/** A script for a worker. The entry is a file of this folder. */
export async function bundle(entry: string, { plugins = [], ...parts }: BundleOptions = {}): Promise<string> {
  const script = await adapted((await bundled(entry, [...plugins, standIns(parts), places()])).code);
  // As a function: in a sandboxed frame, workers can't be modules.
  return `${filesOf(script, 'location.href')}(async()=>{\n${script.code}})();`;
}

/** The code, and the files of the repository in it. */
async function bundled(entry: string, plugins: Plugin[]): Promise<{ code: string; files: ReadonlySet<string> }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry.endsWith('.ts') ? join(here, entry) : entry],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    keepNames: true,
    define: {
      'import.meta.dirname': '$dirname',
      'import.meta.url': '$url',
      __dirname: '"/trellis"',
      __filename: '"/trellis/index.js"',
    },
    plugins,
    logLevel: 'error',
    legalComments: 'none',
  });
  const own = Object.keys(metafile.inputs).filter((file) => /^(framework|scripts)\//.test(file));
  return { code: withoutForeignNames(outputFiles[0]!.text), files: new Set(own) };
}

/** Learners see the names of our functions, and of all classes. Those of a package's other functions only cost space. */
function withoutForeignNames(code: string): string {
  const files = fileOfEachLine(code);
  return code
    .split('\n')
    .filter(
      (line, index) => !(files[index]!.startsWith('node_modules/') && /^\s*__name\([a-z]\w*, "\w+"\);$/.test(line)),
    )
    .join('\n');
}

/** In front of the code of each file, esbuild writes a comment with its path. */
function fileOfEachLine(code: string): string[] {
  let file = '';
  return code.split('\n').map((line) => {
    file = /^\s*\/\/ (\S+\.\w+)$/.exec(line)?.[1] ?? file;
    return file;
  });
}

interface Script {
  readonly code: string;
  readonly readable: string;
  readonly map: string;
}

/** With the calls that keep the context, and smaller. */
async function adapted(bundle: string): Promise<Script> {
  const { code: readable } = adapt(bundle, true);
  const options = {
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    sourcemap: 'external',
  } as const;
  return { readable, ...(await transform(readable, options)) };
}

/** A line of code that tells which part of the script comes from which file: all that a stack needs of a source map. */
function filesOf({ readable, map }: Script, address: string): string {
  // What isn't Node to learners.
  const fileOfLine = fileOfEachLine(readable).map((file) =>
    /^(framework|scripts\/workshop|node_modules)\//.test(file) ? file : '',
  );
  const names = [...new Set(fileOfLine)];
  // The differences are short.
  const parts: [lines: number, columns: number, files: number][] = [];
  let [lastLine, lastColumn, lastFile] = [0, 0, 0];
  for (const [line, segments] of decode((JSON.parse(map) as { mappings: string }).mappings).entries())
    for (const [column, origin] of segments) {
      const file = names.indexOf(fileOfLine[origin]!);
      if (parts.length > 0 && file === lastFile) continue;
      parts.push([line - lastLine, column - lastColumn, file - lastFile]);
      [lastLine, lastColumn, lastFile] = [line, column, file];
    }
  return `(globalThis.$files??={})[${address}]=${JSON.stringify({ names, parts })};`;
}

/** Puts the files of `node/` in place of Node's modules. */
function standIns({ shared = new Set(), isWhole = false }: BundleOptions = {}): Plugin {
  return {
    name: 'stand-ins',
    setup: (esbuild) => {
      esbuild.onResolve({ filter: /.*/ }, ({ path, kind, namespace, importer }) => {
        const late = lateName(path, importer);
        if (late !== undefined && !isWhole) return { path: late, namespace: 'late' };
        const name = path.replace(/^node:/, '').replace(/\/$/, '');
        if (/^(node-at-build|node-modules|shared-modules)$/.test(path)) return { path, namespace: 'written' };
        if (path === 'sql.js') return { path: join(here, 'packages', 'sqlite.ts') };
        if (absentPackages.includes(path)) return { path, namespace: 'absent' };
        if (!builtinModules.includes(name)) return undefined;
        const isRequired = kind === 'require-call' && namespace !== 'node-required';
        return { path: name, namespace: isRequired ? 'node-required' : 'node', sideEffects: false };
      });
      esbuild.onLoad({ filter: /.*/, namespace: 'written' }, async ({ path }) => ({
        contents: await written(path, shared),
        resolveDir: here,
      }));
      esbuild.onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => ({
        contents: `module.exports = require('./packages/late.ts').late('${path}');`,
        resolveDir: here,
      }));
      esbuild.onLoad({ filter: /.*/, namespace: 'absent' }, ({ path }) => ({ contents: absent(path) }));
      esbuild.onLoad({ filter: /.*/, namespace: 'node' }, async ({ path }) => ({
        contents: await standInFor(path),
        resolveDir: here,
      }));
      esbuild.onLoad({ filter: /.*/, namespace: 'node-required' }, ({ path }) => ({
        contents: `module.exports = require('node:${path}').default;`,
        resolveDir: here,
        loader: 'js',
      }));
    },
  };
}

/** Makes each file believe that it is where it is in the repository. */
function places(): Plugin {
  return {
    name: 'places',
    setup: (esbuild) => {
      esbuild.onLoad({ filter: /\.(ts|mjs)$/, namespace: 'file' }, ({ path }) => {
        const file = `/trellis/${relative(root, path).split(sep).join('/')}`;
        if (file.includes('/node_modules/')) return undefined;
        const text = readFileSync(path, 'utf8');
        if (!text.includes('import.meta')) return undefined;
        const place = `const $dirname = ${JSON.stringify(dirname(file))}, $url = ${JSON.stringify(`file://${file}`)};`;
        return { contents: `${place} ${text}`, loader: path.endsWith('.ts') ? 'ts' : 'js' };
      });
    },
  };
}

/** For a script that a worker imports later. It shares the stand-ins with the worker, since they have a state. */
function separatePart(): Plugin {
  return {
    name: 'separate part',
    setup: (esbuild) => {
      esbuild.onResolve({ filter: /.*/ }, ({ path }) => {
        const name = path.replace(/^node:/, '').replace(/\/$/, '');
        if (path === 'late-entry') return { path, namespace: 'written' };
        if (absentPackages.includes(path)) return { path, namespace: 'absent' };
        return builtinModules.includes(name) ? { path: name, namespace: 'worker' } : undefined;
      });
      esbuild.onLoad({ filter: /.*/, namespace: 'written' }, async () => ({
        contents: lateEntry(await missingFunctions()),
        resolveDir: here,
      }));
      esbuild.onLoad({ filter: /.*/, namespace: 'absent' }, ({ path }) => ({ contents: absent(path) }));
      esbuild.onLoad({ filter: /.*/, namespace: 'worker' }, ({ path }) => ({
        contents: `module.exports = $modules.required('node:${path}');`,
      }));
    },
  };
}

function absent(name: string): string {
  return `throw new Error('The package ${name} is not part of the browser edition. This part works on your own machine.');`;
}

async function written(name: string, shared: ReadonlySet<string>): Promise<string> {
  if (name === 'node-at-build') return knownAtBuild();
  if (name === 'node-modules') return allModules();
  // Sorted, because esbuild resolves imports in any order, and equal sources should give equal scripts.
  const entries = [...shared]
    .sort()
    .map((file) => `'shared:${file}': () => require(${JSON.stringify(join(root, file))})`);
  return `export const sharedModules = { ${entries.join(', ')} };`;
}
