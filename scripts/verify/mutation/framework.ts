import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { findTestFiles } from '../../workshop/test-runner/files.ts';
import { besideTextbook, textbook } from '../textbook.ts';
import { Equivalents } from './equivalents.ts';
import { choose, type Mutant, mutantsOf, mutate } from './mutants.ts';
import { leastScore, type Sample } from './sample.ts';

const repository = join(import.meta.dirname, '..', '..', '..');
const workers = 2;
/** How long the tests may show no sign of life. A mutant that hangs counts as found. */
const deadline = 45_000;

interface Part {
  readonly files: () => Promise<string[]>;
  /** Tests that take long, start other programs, or are about something else. */
  readonly without: RegExp;
  /** The share of mutants that must be found. */
  readonly least: number;
}

/** The two parts of the framework: what a reader has to understand, and everything beside it. */
const parts = {
  textbook: {
    files: () => textbook(repository),
    without:
      /^framework\/((drivers|scaffold|services|arrows|spec-map|request-path|fetch\/tables)|platforms\/(cli\/(?!cli)|web\/(files|html)))|\.(storm|browser|random)\.test\.ts$/,
    least: leastScore,
  },
  framework: {
    files: () => besideTextbook(repository),
    without: /^framework\/(scaffold|arrows|spec-map)|\.(storm|browser|random)\.test\.ts$/,
    least: 0.9,
  },
} satisfies Record<string, Part>;

/**
 * Plants small mistakes in a part of the framework, one at a time, and runs the framework's tests against each of them
 * in a copy of the repository. A mistake that no test finds is printed: a rule without a test, or code without a purpose.
 * Returns whether the tests find enough of them.
 */
export async function mutateFramework(name: keyof typeof parts, sample: Sample): Promise<boolean> {
  const part: Part = parts[name];
  const tests = findTestFiles(repository).filter((file) => file.startsWith('framework/') && !part.without.test(file));
  const loaded = new Map(await Promise.all(tests.map(async (test) => [test, await filesLoadedBy(test)] as const)));
  const known = new Equivalents(repository, 'scripts/verify/mutation/equivalent.md');
  const mutants = await chosenMutants(await part.files(), sample, known);
  const survivors: Mutant[] = [];
  let done = 0;
  const folder = await mkdtemp(join(tmpdir(), 'trellis-mutants-'));
  try {
    const copies = await Promise.all(Array.from({ length: workers }, (_, at) => copyTo(join(folder, String(at)))));
    const failing = await firstFailure(copies[0]!, tests);
    if (failing !== undefined) throw new Error(`Without any mutation, a test fails: ${failing}`);
    const queue = [...mutants];
    const work = async (copy: string) => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const failure = await judge(copy, next, likelyTests(next.file, loaded));
        if (failure === undefined) survivors.push(next);
        const place = `${++done}/${mutants.length} ${next.file}:${next.line}  ${next.change}`;
        process.stdout.write(`${place}\n    ${failure === undefined ? 'SURVIVED' : `found by ${failure}`}\n`);
      }
    };
    await Promise.all(copies.map(work));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  const found = mutants.length - survivors.length;
  for (const { file, line, change } of survivors) process.stdout.write(`\n${file}:${line}\n  ${change}\n`);
  const percent = ((100 * found) / mutants.length).toFixed(1);
  process.stdout.write(`\n${found} of ${mutants.length} mutants found: ${percent} % (seed ${sample.seed}), `);
  process.stdout.write(`${known.size} more are known to be equivalent\n`);
  return found / mutants.length >= part.least;
}

async function chosenMutants(
  candidates: readonly string[],
  { count, seed, path }: Sample,
  known: Equivalents,
): Promise<Mutant[]> {
  const files = candidates.filter((file) => file.startsWith(path));
  const sources = await Promise.all(files.map((file) => readFile(join(repository, file), 'utf8')));
  const all = files.flatMap((file, index) => mutantsOf(file, sources[index]!));
  if (path === '') for (const problem of known.stale(all, files)) process.stdout.write(`${problem}\n`);
  return choose(
    all.filter((mutant) => !known.has(mutant)),
    count,
    seed,
  );
}

/** What found the mutant; undefined if it survived. */
async function judge(copy: string, mutant: Mutant, tests: string[]): Promise<string | undefined> {
  const file = join(copy, mutant.file);
  const source = await readFile(file, 'utf8');
  await write(file, mutate(source, mutant));
  try {
    return await firstFailure(copy, tests);
  } finally {
    await write(file, source);
  }
}

/** The name of the first test that fails, or what else went wrong. */
async function firstFailure(copy: string, files: string[]): Promise<string | undefined> {
  const reporter = new URL('./stop-at-failure.mjs', import.meta.url).href;
  const runner = join(import.meta.dirname, 'run.mjs');
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
function likelyTests(file: string, loaded: Map<string, Map<string, number>>): string[] {
  const name = basename(file, '.ts');
  const rank = (test: string) =>
    basename(test).split('.')[0] === name ? 0 : (loaded.get(test)!.get(file) ?? Infinity);
  return [...loaded.keys()].filter((test) => rank(test) < Infinity).sort((a, b) => rank(a) - rank(b));
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
