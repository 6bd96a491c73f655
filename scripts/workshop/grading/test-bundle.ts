import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildFailure, Message, OnResolveArgs, Plugin } from 'esbuild';
import { root } from '../chapters.ts';
import { CheckFailure } from '../check/failure.ts';
import { codeFrame } from '../code-frame.ts';
import { frameworkBundle } from '../run/framework-bundle.ts';
import type { Files } from '../starters.ts';
import { refusal } from './import-rules.ts';

const folder = join(root, '.workshop', 'grading');
const shim = join(import.meta.dirname, 'process-shim.mjs');
const testApi = pathToFileURL(join(import.meta.dirname, 'test-api.mjs')).href;

/** Loaded when it is needed: most commands never grade anything. */
const esbuild = () => createRequire(import.meta.url)('esbuild') as typeof import('esbuild');

/**
 * Puts a test file of a learner and a program into one file, which is all that the tests ever see of the program. The name
 * of the file says nothing, and the tests can only import what `import-rules.ts` allows.
 */
export async function bundleTests(file: string, program: Files): Promise<string> {
  const outfile = join(folder, 'runs', `${randomUUID()}.mjs`);
  mkdirSync(dirname(outfile), { recursive: true });
  const framework = frameworkBundle();
  if (framework === undefined) throw new CheckFailure({ problem: 'The framework does not compile.' });
  try {
    await esbuild().build({
      entryPoints: [file],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      keepNames: true,
      target: `node${process.versions.node}`,
      sourcemap: 'inline',
      sourcesContent: false,
      logLevel: 'silent',
      inject: [shim],
      define: {
        'globalThis.process': 'process',
        'global.process': 'process',
        'import.meta.url': '"file:///tests.mjs"',
      },
      plugins: [resolver(dirname(file), program, pathToFileURL(framework).href)],
    });
  } catch (error) {
    throw problemOf((error as BuildFailure).errors?.[0], error as Error);
  }
  return outfile;
}

/** Tells apart who imports: the program may import packages and its own files, the tests only what the rules allow. */
function resolver(tests: string, program: Files, framework: string): Plugin {
  const fromTests = ({ path, importer }: OnResolveArgs) => {
    if (path === 'node:test' || path === 'test') return { path: testApi, external: true };
    if (path === 'trellis' || path === 'trellis/testing') return { path: framework, external: true };
    if (!path.startsWith('.')) return external(path);
    const target = join(dirname(importer), path);
    const name = relative(join(tests, '..'), target).split(sep).join('/');
    if (name.startsWith('tests/')) return existsSync(target) ? { path: target } : { errors: [{ text: missing(path) }] };
    const problem = refusal(name);
    return problem === undefined ? { path: name, namespace: 'program' } : { errors: [{ text: problem }] };
  };
  const external = (path: string) => {
    const problem = refusal(path);
    return problem === undefined ? { path, external: true } : { errors: [{ text: problem }] };
  };
  return {
    name: 'program',
    setup(build) {
      build.onResolve({ filter: /.*/ }, (args) => {
        if (args.kind === 'entry-point' || args.importer === shim || args.path === shim) return undefined;
        if (args.namespace !== 'program') return fromTests(args);
        if (args.path === 'trellis') return { path: framework, external: true };
        if (!args.path.startsWith('.')) return { path: args.path, external: true };
        return { path: posix.join(posix.dirname(args.importer), args.path), namespace: 'program' };
      });
      build.onLoad({ filter: /\.ts$/, namespace: 'program' }, ({ path }) => {
        const contents = program.get(path);
        return contents === undefined ? { errors: [{ text: missing(path) }] } : { contents, loader: 'ts' };
      });
      build.onLoad({ filter: /\.ts$/, namespace: 'file' }, ({ path }) => {
        const contents = readFileSync(path, 'utf8');
        const text = /\bimport\s*\((?!\s*['"])/.test(contents) ? refusal('import()') : undefined;
        return text === undefined ? { contents, loader: 'ts' } : { errors: [{ text }] };
      });
    },
  };
}

function missing(path: string): string {
  return `The file ${path} does not exist. Imports of your own files end in .ts.`;
}

function problemOf(message: Message | undefined, error: Error): CheckFailure {
  if (message === undefined) return new CheckFailure({ problem: error.message });
  const { text, location, pluginName } = message;
  const isRefused = pluginName === 'program';
  const output = location && `${nameOf(location.file)}:${location.line}\n\n${frameOf(location, isRefused ? '' : text)}`;
  if (isRefused) {
    const [problem, cause] = text.split('\n', 2);
    return new CheckFailure({ problem: problem!, output: output ?? undefined, cause });
  }
  return new CheckFailure({
    problem: 'The test file does not compile.',
    output: output ?? text,
    cause: compileCause(text),
  });
}

/** For most errors the compiler marks where it stopped, and for some the mistake itself. */
function compileCause(text: string): string {
  if (/Could not resolve|No matching export/.test(text)) return 'an import names a file or a name that does not exist.';
  if (/has already been declared/.test(text)) return 'two declarations in the same block have the same name.';
  if (/"await" can only be used inside an "async"/.test(text)) return 'the function around the `await` is not `async`.';
  return 'a syntax error. The parser stopped at the marked place; the mistake is often at the end of the line before it.';
}

function frameOf({ file, line, column }: NonNullable<Message['location']>, text: string): string {
  const path = join(process.cwd(), file);
  return existsSync(path) ? codeFrame(readFileSync(path, 'utf8'), line, column, text) : text;
}

function nameOf(file: string): string {
  return `src/tests/${file.split(/[\\/]/).at(-1)}`;
}
