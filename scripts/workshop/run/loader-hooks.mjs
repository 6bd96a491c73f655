// Does for programs what tsx does, in half of the processor time: a check spends most of its time starting programs.
// In older versions of Node it runs on the thread of the module loader.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const compiled = new URL('../../../.workshop/compiled/', import.meta.url);
/** What the bundle contains. */
const framework = ['index.ts', 'testing.ts'].map((name) => new URL(`../../../framework/${name}`, import.meta.url).href);
let bundle = '';
let source = '';

/** Reads the bundle once: all imports of a process must get the same framework, even if a newer bundle replaces this one. */
export function initialize(url) {
  if (url === '') return;
  try {
    source = readFileSync(new URL(url), 'utf8');
    bundle = url;
  } catch {
    // It has been replaced already. The framework's own files do as well.
  }
}

export function resolve(specifier, context, next) {
  const found = next(specifier, context);
  return found instanceof Promise ? found.then(bundled) : bundled(found);
}

/** Only in place of our own framework: the package.json of chapter 28 gives the name to the learner's. */
function bundled(found) {
  if (!framework.includes(found.url) || bundle === '') return found;
  return { url: bundle, format: 'module', shortCircuit: true };
}

export function load(url, context, next) {
  if (url === bundle) return { source, format: 'module', shortCircuit: true };
  if (!/^file:[^?]*\.ts(\?|$)/.test(url)) return next(url, context);
  return { source: javascriptOf(fileURLToPath(url)), format: 'module', shortCircuit: true };
}

/** Equal files are compiled once, wherever they are: a chapter's solution contains most files of the one before. */
function javascriptOf(file) {
  const text = readFileSync(file, 'utf8');
  const key = createHash('sha256')
    .update(`${process.version}\n${basename(file)}\n${text}`)
    .digest('hex')
    .slice(0, 32);
  const known = new URL(`${key}.mjs`, compiled);
  if (existsSync(known)) return readFileSync(known, 'utf8');
  const code = compile(text, file);
  try {
    mkdirSync(compiled, { recursive: true });
    // Renamed into place, so that no other process ever reads half of it.
    const draft = new URL(`${key}.${process.pid}`, compiled);
    writeFileSync(draft, code);
    renameSync(draft, known);
  } catch {
    // The disk is full, or the folder is read-only. The program is compiled again next time.
  }
  return code;
}

function compile(text, file) {
  const { transformSync } = createRequire(import.meta.url)('esbuild');
  const options = {
    loader: 'ts',
    format: 'esm',
    platform: 'node',
    target: `node${process.versions.node}`,
    // Error messages and the trace show the names of classes and functions.
    keepNames: true,
    sourcemap: 'inline',
    sourcesContent: false,
    tsconfigRaw: { compilerOptions: { target: 'es2022', verbatimModuleSyntax: true } },
    logLevel: 'silent',
  };
  try {
    // The source map names the file relative to itself, so it holds in every folder.
    return transformSync(text, { ...options, sourcefile: basename(file) }).code;
  } catch (error) {
    const problems = error.errors?.map(
      ({ location, text }) => `${file}:${location?.line}:${location?.column}: ERROR: ${text}`,
    );
    throw problems ? new Error(`The program doesn't compile:\n${problems.join('\n')}`) : error;
  }
}
