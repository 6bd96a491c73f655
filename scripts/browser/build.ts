import { existsSync, readFileSync } from 'node:fs';
import * as http from 'node:http';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { build, type Plugin, transform } from 'esbuild';
import { root } from '../workshop/chapters.ts';
import { decode } from './modules/compile.ts';
import { adapt } from './modules/context-calls.ts';

const here = import.meta.dirname;
const require = createRequire(import.meta.url);

/** Packages that nothing in Part I uses, or that do what a browser does itself. */
const absentPackages = ['pg', '@redis/client', 'esbuild', 'abort-controller'];

/** Packages that come in a script of their own: see `packages/packages.ts`. */
const latePackages = ['bcryptjs', 'jsonwebtoken', 'uuid', 'zod'];

/** Node's modules that programs can name. */
const publicModules = builtinModules.filter((name) => !name.startsWith('_') && name !== 'sys' && name !== 'punycode');

export interface Scripts {
  /** The unchanged framework and the unchanged checks, with the stand-ins for Node. */
  readonly worker: string;
  /** Modules that the script of a worker imports when they are needed. */
  readonly packages: string;
  readonly compiler: string;
}

export async function buildScripts(): Promise<Scripts> {
  const worker = await bundle('worker.ts');
  const packages = await adapted(await bundled('packages/packages.ts', separatePart()));
  const compiler = await adapted(await bundled('modules/compiler.ts', separatePart()));
  return { worker, packages: packages.code, compiler: compiler.code };
}

/** A script for a worker. The entry is a file of this folder. */
export async function bundle(entry: string): Promise<string> {
  const { code, readable, map } = await adapted(await bundled(entry, standIns()));
  // As a function: in a sandboxed frame, workers can't be modules.
  return `${filesOf(readable, map)}(async()=>{\n${code}})();`;
}

async function bundled(entry: string, plugin: Plugin): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    write: false,
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
    plugins: [plugin],
    logLevel: 'error',
    legalComments: 'none',
  });
  return outputFiles[0]!.text;
}

/** With the calls that keep the context, and smaller. */
async function adapted(bundle: string): Promise<{ code: string; readable: string; map: string }> {
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
function filesOf(code: string, map: string): string {
  let file = '';
  // In front of the code of each file, esbuild writes a comment with its path.
  const fileOfLine = code.split('\n').map((line) => {
    file = /^\s*\/\/ (\S+\.\w+)$/.exec(line)?.[1] ?? file;
    return file;
  });
  const names = [...new Set(fileOfLine)];
  const parts: [line: number, column: number, file: number][] = [];
  for (const [line, segments] of decode((JSON.parse(map) as { mappings: string }).mappings).entries())
    for (const [column, origin] of segments) {
      const index = names.indexOf(fileOfLine[origin]!);
      if (parts.at(-1)?.[2] !== index) parts.push([line, column, index]);
    }
  return `globalThis.$files=${JSON.stringify({ names, parts })};`;
}

/** Puts the files of `node/` in place of Node's modules, and makes each file believe that it is where it is in the repository. */
function standIns(): Plugin {
  return {
    name: 'stand-ins',
    setup: (esbuild) => {
      esbuild.onResolve({ filter: /.*/ }, ({ path, kind, namespace }) => {
        const name = path.replace(/^node:/, '').replace(/\/$/, '');
        if (path === 'node-at-build' || path === 'node-modules') return { path, namespace: 'written' };
        if (path === 'sql.js') return { path: join(here, 'packages', 'sqlite.ts') };
        if (latePackages.includes(path)) return { path, namespace: 'late' };
        if (absentPackages.includes(path)) return { path, namespace: 'absent' };
        if (!builtinModules.includes(name)) return undefined;
        const isRequired = kind === 'require-call' && namespace !== 'node-required';
        return { path: name, namespace: isRequired ? 'node-required' : 'node', sideEffects: false };
      });
      esbuild.onLoad({ filter: /.*/, namespace: 'written' }, async ({ path }) => ({
        contents: path === 'node-at-build' ? knownAtBuild() : await allModules(),
        resolveDir: here,
      }));
      esbuild.onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => ({
        contents: `module.exports = require('./packages/late.ts').late('${path}');`,
        resolveDir: here,
      }));
      esbuild.onLoad({ filter: /.*/, namespace: 'absent' }, ({ path }) => ({
        contents: `throw new Error('The package ${path} is not part of the browser edition. This part works on your own machine.');`,
      }));
      esbuild.onLoad({ filter: /.*/, namespace: 'node' }, async ({ path }) => ({
        contents: await standInFor(path),
        resolveDir: here,
      }));
      esbuild.onLoad({ filter: /.*/, namespace: 'node-required' }, ({ path }) => ({
        contents: `module.exports = require('node:${path}').default;`,
        resolveDir: here,
        loader: 'js',
      }));
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
        return builtinModules.includes(name) ? { path: name, namespace: 'worker' } : undefined;
      });
      esbuild.onLoad({ filter: /.*/, namespace: 'worker' }, ({ path }) => ({
        contents: `module.exports = $modules.required('node:${path}');`,
      }));
    },
  };
}

function knownAtBuild(): string {
  const values = { STATUS_CODES: http.STATUS_CODES, METHODS: http.METHODS, builtinModules: publicModules };
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

/** Programs find all modules, with all of their functions. Those that have no stand-in throw when they are called. */
async function allModules(): Promise<string> {
  const modules = await Promise.all(publicModules.map(async (name) => ({ name, ...(await gapsOf(name)) })));
  const imports = modules.map(({ file, own }, index) =>
    own.length > 0 ? `import * as m${index} from ${JSON.stringify(file)};` : `const m${index} = {};`,
  );
  const entries = modules.map(
    ({ name, missing }, index) => `'node:${name}': whole('node:${name}', m${index}, '${missing.join(' ')}')`,
  );
  return `import { whole } from './node/missing.ts';
${imports.join('\n')}
export const nodeModules = { ${entries.join(', ')} };`;
}

/** The stand-in of a module, for code in the bundle. Functions that it lacks throw. */
async function standInFor(name: string): Promise<string> {
  const { file, own, missing } = await gapsOf(name);
  const place = JSON.stringify(file);
  return [
    `import { missing, whole } from './node/missing.ts';`,
    own.length > 0 ? `import * as own from ${place}; export * from ${place};` : 'const own = {};',
    ...missing.map(
      (each, index) =>
        `const m${index} = /* @__PURE__ */ missing('node:${name}', '${each}'); export { m${index} as ${each} };`,
    ),
    `export default ${own.includes('default') ? 'own.default' : `/* @__PURE__ */ whole('node:${name}', own, '${missing.join(' ')}')`};`,
  ].join('\n');
}

interface Gaps {
  readonly file: string;
  /** What the stand-in exports; nothing if there is none. */
  readonly own: readonly string[];
  /** The functions that Node's module has, and the stand-in lacks. */
  readonly missing: readonly string[];
}

async function gapsOf(name: string): Promise<Gaps> {
  const file = join(here, 'node', `${name.replace('/', '-')}.ts`);
  const own = await exportsOf(file);
  const missing = Object.entries(Object.getOwnPropertyDescriptors(require(`node:${name}`) as object))
    .filter(([each, { value }]) => typeof value === 'function' && /^[a-z_$][\w$]*$/i.test(each) && !own.includes(each))
    .map(([each]) => each);
  return { file, own, missing };
}

const known = new Map<string, Promise<string[]>>();

function exportsOf(file: string): Promise<string[]> {
  const found = known.get(file) ?? findExports(file);
  known.set(file, found);
  return found;
}

async function findExports(file: string): Promise<string[]> {
  if (!existsSync(file)) return [];
  const { metafile } = await build({
    entryPoints: [file],
    write: false,
    format: 'esm',
    metafile: true,
    logLevel: 'silent',
    outdir: here,
  });
  return Object.values(metafile.outputs).flatMap((output) => output.exports);
}
