import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { choose, type Mutant, mutantsOf, mutate } from './mutation/mutants.ts';
import { findTestFiles } from './test-runner/files.ts';
import { textbook } from './textbook.ts';

/*
 * `npm run mutate [count] [seed] [path]` plants small mistakes in the textbook of the framework, one at a time, and runs the
 * framework's tests against each of them in a copy of the repository. A mistake that no test finds is printed: a rule
 * without a test, or code without a purpose. Exits with 1 if the tests find less than 97 % of them.
 */

const repository = join(import.meta.dirname, '..');
const [count = '150', seed = '1', path = ''] = process.argv.slice(2);
const leastScore = 0.97;
/** Changes that no test could tell from the original, each with the reason. */
const list = 'scripts/mutation/equivalent.md';
const workers = 2;
/** How long the tests may show no sign of life. A mutant that hangs counts as found. */
const deadline = 45_000;

/** These take long, start other programs, or are about something other than the textbook. */
const elsewhere = [
  /^framework\/(drivers|scaffold|services|arrows|spec-map|request-path)/,
  /^framework\/platforms\/(cli\/(?!cli)|web\/(files|html))/,
  /\.(storm|browser|random)\.test\.ts$/,
];

const tests = findTestFiles(repository).filter(
  (file) => file.startsWith('framework/') && !elsewhere.some((place) => place.test(file)),
);
const loaded = new Map(await Promise.all(tests.map(async (test) => [test, await filesLoadedBy(test)] as const)));
const known = await equivalents();
const mutants = await chosenMutants();
const survivors: Mutant[] = [];
let done = 0;

const folder = await mkdtemp(join(tmpdir(), 'trellis-mutants-'));
try {
  const copies = await Promise.all(Array.from({ length: workers }, (_, index) => copyTo(join(folder, String(index)))));
  const failing = await firstFailure(copies[0]!, tests);
  if (failing !== undefined) throw new Error(`Without any mutation, a test fails: ${failing}`);
  const queue = [...mutants];
  await Promise.all(
    copies.map(async (copy) => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await judge(copy, next);
    }),
  );
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
report();

async function chosenMutants(): Promise<Mutant[]> {
  const files = (await textbook(repository)).filter((file) => file.startsWith(path));
  const sources = await Promise.all(files.map((file) => readFile(join(repository, file), 'utf8')));
  const all = files.flatMap((file, index) => mutantsOf(file, sources[index]!));
  const stale = new Set(known);
  for (const mutant of all) stale.delete(keyOf(mutant));
  if (path === '')
    for (const entry of stale) process.stdout.write(`${list} lists a change that no mutant makes: ${entry}\n`);
  return choose(
    all.filter((mutant) => !known.has(keyOf(mutant))),
    Number(count),
    seed,
  );
}

async function judge(copy: string, mutant: Mutant): Promise<void> {
  const file = join(copy, mutant.file);
  const source = await readFile(file, 'utf8');
  await write(file, mutate(source, mutant));
  const failure = await firstFailure(copy, likelyTests(mutant.file));
  await write(file, source);
  if (failure === undefined) survivors.push(mutant);
  const verdict = failure === undefined ? 'SURVIVED' : `found by ${failure}`;
  process.stdout.write(`${++done}/${mutants.length} ${mutant.file}:${mutant.line}  ${mutant.change}\n    ${verdict}\n`);
}

/** The name of the first test that fails, or what else went wrong. */
async function firstFailure(copy: string, files: string[]): Promise<string | undefined> {
  const reporter = new URL('./mutation/stop-at-failure.mjs', import.meta.url).href;
  const runner = join(import.meta.dirname, 'mutation', 'run.mjs');
  const child = spawn(process.execPath, [`--test-reporter=${reporter}`, runner, ...files.map(compiledName)], {
    cwd: copy,
    env: { ...process.env, TRELLIS_SLOW: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Promise((resolve) => {
    let output = '';
    let hung = false;
    const stop = () => {
      hung = true;
      child.kill('SIGKILL');
    };
    let timer = setTimeout(stop, deadline);
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      clearTimeout(timer);
      timer = setTimeout(stop, deadline);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      const [, failure = hung ? 'a test that hung' : `exit code ${code}`] = /^FAILED (.+)$/m.exec(output) ?? [];
      resolve(code === 0 ? undefined : failure);
    });
  });
}

/** Tests that load the file: the one named after it first, then those whose imports lead to it in the fewest steps. */
function likelyTests(file: string): string[] {
  const name = basename(file, '.ts');
  const rank = (test: string) =>
    basename(test).split('.')[0] === name ? 0 : (loaded.get(test)!.get(file) ?? Infinity);
  return tests.filter((test) => rank(test) < Infinity).sort((a, b) => rank(a) - rank(b));
}

/** The files that a file loads, and how many imports lead to each. */
async function filesLoadedBy(start: string): Promise<Map<string, number>> {
  const found = new Map([[start, 0]]);
  for (const [file, distance] of found) {
    const source = await readFile(join(repository, file), 'utf8');
    for (const [, target = ''] of source.matchAll(/\bfrom '(\.[^']+\.ts)'/g)) {
      const imported = join(dirname(file), target).replaceAll('\\', '/');
      if (!found.has(imported)) found.set(imported, distance + 1);
    }
  }
  return found;
}

/** The framework, compiled next to its sources. The packages are linked, except for the framework itself. */
async function copyTo(copy: string): Promise<string> {
  await cp(join(repository, 'framework'), join(copy, 'framework'), { recursive: true });
  for (const name of ['package.json', 'tsconfig.json', 'docs']) {
    await cp(join(repository, name), join(copy, name), { recursive: true });
  }
  await mkdir(join(copy, 'node_modules'));
  for (const name of await readdir(join(repository, 'node_modules'))) {
    const target = name === 'trellis' ? join(copy, 'framework') : join(repository, 'node_modules', name);
    await symlink(target, join(copy, 'node_modules', name), 'junction');
  }
  const names = await readdir(join(copy, 'framework'), { recursive: true });
  for (const name of names.filter((name) => name.endsWith('.ts') && !name.includes('templates'))) {
    const file = join(copy, 'framework', name);
    await write(file, await readFile(file, 'utf8'));
  }
  return copy;
}

/** Writes a source file and its compiled form, which loads in a third of the time. Programs that tests start use the source. */
async function write(file: string, source: string): Promise<void> {
  const { code } = await transform(source, { loader: 'ts', target: 'es2022', keepNames: true });
  await writeFile(file, source);
  await writeFile(compiledName(file), code.replace(/(from |import\()"(\.[^"]+)\.ts"/g, '$1"$2.js"'));
}

function compiledName(file: string): string {
  return file.replace(/\.ts$/, '.js');
}

/** Mutants that change nothing that anyone could notice. */
async function equivalents(): Promise<Set<string>> {
  const text = await readFile(join(repository, list), 'utf8');
  const entries = text.matchAll(/^- `(framework\/\S+)`: `` (.+?) ``/gm);
  return new Set([...entries].map(([, file, change]) => `${file} ${change}`));
}

function keyOf({ file, change }: Mutant): string {
  return `${file} ${change}`;
}

function report(): void {
  const found = mutants.length - survivors.length;
  const score = found / mutants.length;
  for (const { file, line, change } of survivors) process.stdout.write(`\n${file}:${line}\n  ${change}\n`);
  const percent = (100 * score).toFixed(1);
  process.stdout.write(`\n${found} of ${mutants.length} mutants found: ${percent} % (seed ${seed}), `);
  process.stdout.write(`${known.size} more are known to be equivalent\n`);
  process.exitCode = score >= leastScore ? 0 : 1;
}
