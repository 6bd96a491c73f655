import { readFileSync } from 'node:fs';
import * as http from 'node:http';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { build, type Plugin, transform } from 'esbuild';
import { root } from '../workshop/chapters.ts';
import { adapt } from './modules/context-calls.ts';

const here = import.meta.dirname;
const require = createRequire(import.meta.url);

export interface Scripts {
  /** The first worker: the checks. */
  readonly workshop: string;
  /** Every other worker: the learner's program. */
  readonly program: string;
}

/** Node's modules that programs can name. */
const publicModules = builtinModules.filter((name) => !name.startsWith('_') && name !== 'sys' && name !== 'punycode');

/** Bundles the unchanged framework and the unchanged checks for workers, with the stand-ins for Node. */
export async function buildScripts(): Promise<Scripts> {
  const [workshop, program] = await Promise.all(['workshop.ts', 'program.ts'].map(bundle));
  return { workshop: workshop!, program: program! };
}

async function bundle(entry: string): Promise<string> {
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
    plugins: [standIns()],
    logLevel: 'error',
    legalComments: 'none',
  });
  const { code } = adapt(outputFiles[0]!.text, true);
  return (await transform(code, { minify: true, format: 'esm', target: 'es2022', legalComments: 'none' })).code;
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
        if (['pg', '@redis/client', 'esbuild', 'pg-native'].includes(path)) return { path, namespace: 'absent' };
        if (!builtinModules.includes(name)) return undefined;
        const isRequired = kind === 'require-call' && namespace !== 'node-required';
        return { path: name, namespace: isRequired ? 'node-required' : 'node', sideEffects: false };
      });
      esbuild.onLoad({ filter: /.*/, namespace: 'written' }, ({ path }) => ({
        contents: path === 'node-at-build' ? knownAtBuild() : allModules(),
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

function knownAtBuild(): string {
  const values = { STATUS_CODES: http.STATUS_CODES, METHODS: http.METHODS, builtinModules: publicModules };
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

function allModules(): string {
  const imports = publicModules.map((name, index) => `import * as m${index} from 'node:${name}';`);
  const entries = publicModules.map((name, index) => `'node:${name}': m${index}`);
  return `${imports.join('\n')}\nexport const nodeModules = { ${entries.join(', ')} };`;
}

/** The stand-in of a module. Functions that it lacks throw. */
async function standInFor(name: string): Promise<string> {
  const file = join(here, 'node', `${name.replace('/', '-')}.ts`);
  const own = await exportsOf(file);
  const missing = Object.entries(Object.getOwnPropertyDescriptors(require(`node:${name}`) as object))
    .filter(([each, { value }]) => typeof value === 'function' && /^[a-z_$][\w$]*$/i.test(each) && !own.includes(each))
    .map(([each]) => each);
  const lines = missing.map(
    (each, index) => `const m${index} = missing('node:${name}', '${each}'); export { m${index} as ${each} };`,
  );
  const all = `{ ...own, ${missing.map((each, index) => `${each}: m${index}`).join(', ')} }`;
  return [
    `import { missing } from './node/missing.ts';`,
    own.length > 0 ? `import * as own from ${JSON.stringify(file)}; export * from ${JSON.stringify(file)};` : 'const own = {};',
    ...lines,
    `export default ${own.includes('default') ? 'own.default' : all};`,
  ].join('\n');
}

async function exportsOf(file: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [file],
    write: false,
    format: 'esm',
    metafile: true,
    logLevel: 'silent',
    outdir: here,
  }).catch(() => ({ metafile: undefined }));
  return Object.values(metafile?.outputs ?? {}).flatMap((output) => output.exports);
}
