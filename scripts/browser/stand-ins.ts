import { existsSync } from 'node:fs';
import * as http from 'node:http';
import { builtinModules, createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

/* Writes the modules in which the files of `node/` appear as Node's own, when a script is built. */

const here = import.meta.dirname;
const require = createRequire(import.meta.url);

/** Node's modules that programs can name. Newer versions also list those that have no name without `node:`. */
const publicModules = builtinModules.filter((name) => !/^(_|node:|sys$|punycode$)/.test(name));

/** What Node itself knows. */
export function knownAtBuild(): string {
  const values = { STATUS_CODES: http.STATUS_CODES, METHODS: http.METHODS, builtinModules: publicModules };
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

/** The stand-ins of all modules that have one. */
export async function allModules(): Promise<string> {
  const modules = (await allGaps()).filter(({ own }) => own.length > 0);
  const imports = modules.map(({ file }, index) => `import * as m${index} from ${JSON.stringify(file)};`);
  const entries = modules.map(({ name }, index) => `'node:${name}': { ...m${index} }`);
  return `${imports.join('\n')}\nexport const nodeModules = { ${entries.join(', ')} };`;
}

/** Programs find all modules, with all of their functions. Those that have no stand-in throw when they are called. */
export async function missingFunctions(): Promise<Record<string, string>> {
  return Object.fromEntries((await allGaps()).map(({ name, missing }) => [`node:${name}`, missing.join(' ')]));
}

function allGaps(): Promise<(Gaps & { readonly name: string })[]> {
  return Promise.all(publicModules.map(async (name) => ({ name, ...(await gapsOf(name)) })));
}

/** The stand-in of a module, for code in the bundle. Functions that it lacks throw. */
export async function standInFor(name: string): Promise<string> {
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
