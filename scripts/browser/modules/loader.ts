import { entryAt } from '../machine/files.ts';
import { hold } from '../machine/handles.ts';
import { parent, receive } from '../machine/link.ts';
import { dirname } from '../node/path.ts';
import { fileURLToPath } from '../node/url.ts';
import { arrivingPackages } from '../packages/late.ts';
import { type Compiled, originOf } from './compiled.ts';
import { registered, required } from './registry.ts';
import { missingExport, resolveImport } from './resolve.ts';
import { remember, sourceLine } from './stacks.ts';

/*
 * Imports from the files of the machine. Every module becomes a script of the browser's own with the addresses of those that it
 * imports, so that their order, their live bindings and `await` at the top level are the browser's, and Node's.
 */

interface Loaded {
  /** The script's address. */
  readonly address: string;
  /** Undefined if nobody knows. */
  readonly exports: readonly string[] | undefined;
}

type Compiler = (file: string, text: string) => Promise<Compiled>;

const loaded = new Map<string, Promise<Loaded>>();
const asked = new Map<number, { resolve(compiled: Compiled): void; reject(error: Error): void }>();
let questions = 0;

/** In the first process: how to compile. The others ask it. */
let compiler: Compiler = (file, text) =>
  new Promise((resolve, reject) => {
    asked.set(questions, { resolve, reject });
    parent!.send({ type: 'compile', id: questions++, file, text });
  });

const known = new Map<string, Promise<Compiled>>();
/** More than the files of a chapter and its checks. */
const mostKnown = 300;
/** The versions of one file: the starter, the solution, what checks make of it, and the last few changes. */
const mostVersions = 8;
const versions = new Map<string, string[]>();

/** Every change of a file makes another version of it. */
function forgetOldVersions(file: string, key: string): void {
  const place = file.replace(/^.*\/(src|program-[^/]+)\//, '');
  const keys = [...(versions.get(place) ?? []).filter((each) => each !== key), key];
  for (const old of keys.slice(0, -mostVersions)) known.delete(old);
  versions.set(place, keys.slice(-mostVersions));
}

/** Equal files are compiled once, wherever they are. A failure isn't kept: it names the file. */
export function setCompiler(compile: Compiler): void {
  compiler = (file, text) => {
    const key = `${file.split('.').at(-1)}\n${text}`;
    const found = known.get(key) ?? compile(file, text);
    // The latest are at the end.
    known.delete(key);
    known.set(key, found);
    forgetOldVersions(file, key);
    if (known.size > mostKnown) known.delete(known.keys().next().value!);
    found.catch(() => known.delete(key));
    return found;
  };
}

receive('compile', ({ id, file, text }, link) => {
  compiler(file as string, text as string).then(
    (compiled) => link.send({ type: 'compiled', id, compiled }),
    (error: Error) => link.send({ type: 'compiled', id, problem: error.message }),
  );
});
receive('compiled', ({ id, compiled, problem }) => {
  const { resolve, reject } = asked.get(id as number)!;
  asked.delete(id as number);
  if (compiled) resolve(compiled as Compiled);
  else reject(new Error(problem as string));
});

/** What `import()` does in all code of a worker. */
export async function importModule(specifier: string | URL, from = 'file:///trellis/'): Promise<unknown> {
  const release = hold();
  try {
    const arriving = arrivingPackages();
    if (arriving !== undefined) await arriving;
    const url = resolveImport(String(specifier), from);
    const namespace = registered(url);
    // In the same turn, as Node imports what it has loaded already: in the next one, a program may crash.
    if (namespace !== undefined) return 'default' in namespace ? namespace : { ...namespace, default: namespace };
    const { address: nativeUrl } = await load(url, []);
    // From its first line on, the program itself keeps the process alive, or doesn't.
    whenEvaluated = release;
    return await import(nativeUrl);
  } finally {
    release();
  }
}

function load(url: string, ancestors: readonly string[]): Promise<Loaded> {
  if (ancestors.includes(url)) return Promise.reject(circular([...ancestors.slice(ancestors.indexOf(url)), url]));
  const found = loaded.get(url) ?? prepare(url, ancestors);
  loaded.set(url, found);
  return found;
}

async function prepare(url: string, ancestors: readonly string[]): Promise<Loaded> {
  const namespace = registered(url);
  if (namespace !== undefined) return bridge(url, Object.keys(namespace));
  const { file, text } = sourceOf(url);
  const compiled = await compiler(file, text);
  const imports = await Promise.all(
    compiled.imports.map(async (each) => {
      const target = resolveImport(each.specifier, url);
      return { ...each, ...(await load(target, [...ancestors, url])) };
    }),
  );
  for (const { specifier, names, exports } of imports)
    for (const { name, at } of names)
      if (exports !== undefined && !exports.includes(name))
        throw missingExport(specifier, name, file, placeOf(compiled, at), sourceLine);
  const inherited = imports.flatMap(({ exports = [] }) => exports);
  return {
    address: script(url, file, text, compiled, imports),
    exports: compiled.exportsAll ? [...compiled.exports, ...inherited] : compiled.exports,
  };
}

function placeOf(compiled: Compiled, at: number) {
  const before = compiled.code.slice(0, at).split('\n');
  return originOf(compiled, { line: before.length, column: before.at(-1)!.length + 1 });
}

function sourceOf(url: string): { file: string; text: string } {
  if (url.startsWith('data:')) {
    const text = decodeURIComponent(url.slice(url.indexOf(',') + 1));
    return { file: url.slice(0, 40), text };
  }
  const file = fileURLToPath(url);
  return { file, text: new TextDecoder().decode(entryAt(file)!.bytes) };
}

/** The code with the addresses of its imports. A first line of its own gives it what Node's modules have. */
function script(
  url: string,
  file: string,
  text: string,
  compiled: Compiled,
  imports: readonly { start: number; end: number; address: string }[],
): string {
  let code = '';
  let from = 0;
  for (const { start, end, address } of imports) {
    code += compiled.code.slice(from, start) + JSON.stringify(address);
    from = end;
  }
  code += compiled.code.slice(from);
  const first = `const $module = $modules.of(${JSON.stringify(url)});`;
  const address = addressOf(`${first}\n${code}`);
  remember(address, { file, text, compiled, lines: 1, edits: imports });
  return address;
}

let whenEvaluated = () => {};

/** What a module of Node can say about itself. Its first line asks for it. */
function own(url: string): { import(specifier: string): Promise<unknown>; meta: object } {
  whenEvaluated();
  const file = url.startsWith('file:') ? fileURLToPath(url.split('?')[0]!) : undefined;
  return {
    import: (specifier: string) => importModule(specifier, url),
    meta: { url, ...(file !== undefined && { filename: file, dirname: dirname(file) }) },
  };
}

Object.assign(globalThis, { $modules: { import: importModule, of: own, registered, required } });

/** A module of the bundle, as a script that exports its names. */
function bridge(name: string, names: readonly string[]): Loaded {
  const lines = names
    .filter((each) => each !== 'default' && /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(each))
    .map((each, index) => `const v${index} = m[${JSON.stringify(each)}]; export { v${index} as ${each} };`);
  const address = addressOf(
    `const m = $modules.registered(${JSON.stringify(name)});\n${lines.join('\n')}\nexport default m.default ?? m;`,
  );
  return { address, exports: [...names, 'default'] };
}

function addressOf(code: string): string {
  return URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
}

function circular(urls: readonly string[]): Error {
  const files = urls.map((url) => url.split('/').at(-1)).join(' → ');
  return new Error(
    `These files import each other: ${files}. In the browser, files can't do that. It works on your own machine.`,
  );
}
