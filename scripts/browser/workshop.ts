import * as driver from '../../framework/drivers/database-driver.ts';
import * as check from '../workshop/check/check.ts';
import { collectChecks } from '../workshop/check/collector.ts';
import { withSeed } from '../workshop/check/random.ts';
import { type CheckResult, runChecks } from '../workshop/check/run.ts';
import { renderFailure } from '../workshop/failure-view.ts';
import { useWarmProcesses } from '../workshop/run/warm-process.ts';
import type { Files } from '../workshop/starters.ts';
import './packages/modules.ts';
import { Learning, type Question } from './learning.ts';
import { entryAt, newEntry, put } from './machine/files.ts';
import { Link, type Packet, type Port, receive } from './machine/link.ts';
import { type LateParts, setWorkerParts, type WorkerParts } from './machine/processes.ts';
import type * as Compiler from './modules/compiler.ts';
import { setCompiler } from './modules/loader.ts';
import { register } from './modules/registry.ts';
import { mkdirSync, rmSync } from './node/fs.ts';
import { dirname } from './node/path.ts';
import process from './node/process.ts';
import { loadPackages } from './packages/late.ts';

/* The script of the first worker: the workshop's own commands, as far as a page needs them. */

register({
  '#check': check,
  '/trellis/framework/drivers/database-driver.ts': driver,
});
for (const folder of ['/tmp', '/proc', '/trellis/framework', '/trellis/.workshop'])
  mkdirSync(folder, { recursive: true });

interface Setup {
  readonly parts: WorkerParts;
  readonly compiler: WebAssembly.Module;
  /** The script that uses it. */
  readonly compilerScript: string;
  /** Undefined if the chapter needs none of them. */
  readonly late: LateParts | undefined;
  readonly files: Readonly<Record<string, string>>;
}

interface CheckRun {
  readonly id: number;
  readonly slug: string;
  /** By their path below `src`. */
  readonly files: Readonly<Record<string, string>>;
  readonly seed: string;
  /** Only these checks. */
  readonly names?: readonly string[];
}

const page = new Link(globalThis as unknown as Port);

let compiler: typeof Compiler;

receive('setup', (packet) => {
  prepare(packet as unknown as Setup).then(
    () => page.send({ type: 'ready' }),
    (error: Error) => page.send({ type: 'broken', message: error.message }),
  );
});

async function prepare({ parts, files, ...setup }: Setup): Promise<void> {
  setWorkerParts(parts);
  process.env = { PATH: '' };
  for (const [path, text] of Object.entries(files)) write(path, text);
  await loadPackages(setup.late);
  const nativeUrl = setup.compilerScript;
  compiler = (await import(nativeUrl)) as typeof Compiler;
  await compiler.initialize({ wasmModule: setup.compiler });
  setCompiler((file, text) => compiler.compile(compiler.transform as never, file, text));
  useWarmProcesses();
}

let runs = Promise.resolve();
let folders = 0;

receive('run', (packet) => {
  const asked = packet as unknown as CheckRun;
  runs = runs.then(async () => {
    const { id } = asked;
    try {
      page.send({ type: 'done', id, results: await run(asked) } as unknown as Packet);
    } catch (error) {
      page.send({
        type: 'done',
        id,
        problem: error instanceof Error ? error.stack : String(error),
      } as unknown as Packet);
    }
  });
});

async function run({ slug, files, seed, names }: CheckRun): Promise<object[]> {
  const src = `/trellis/.workshop/verify/program-${folders++}`;
  for (const [name, text] of Object.entries(files)) write(`${src}/${name}`, text);
  const checks = await collectChecks(`file:///trellis/chapters/${slug}/check.test.ts`);
  const chosen = names === undefined ? checks : checks.filter(({ name }) => names.includes(name));
  const results = await withSeed(seed, () => runChecks(chosen, src));
  rmSync(src, { recursive: true, force: true });
  return results.map(summary);
}

let learning: Learning | undefined;

receive('learn', ({ slug, files }) => {
  learning = new Learning(slug as string, filesIn(files), (event) => page.send(event));
  void learning.start();
  void tellProblems(filesIn(files));
});

receive('save', ({ files }) => {
  learning?.save(filesIn(files));
  void tellProblems(filesIn(files));
});

receive('check', ({ cause }) => void learning?.check(cause === 'typing' ? 'typing' : 'request'));

receive('send', ({ id, command, shown }) => respond(id, learning!.send(command as string, shown as string)));

receive('ask', ({ id, question }) => respond(id, learning!.ask(question as Question)));

function respond(id: unknown, work: Promise<string>): void {
  work.then(
    (text) => page.send({ type: 'responded', id, text }),
    (error: Error) => page.send({ type: 'responded', id, problem: error.message }),
  );
}

async function tellProblems(files: Files): Promise<void> {
  const found = [...files].map(([name, text]) => compiler.syntaxProblems(compiler.transform as never, name, text));
  page.send({ type: 'problems', problems: (await Promise.all(found)).flat() });
}

function filesIn(given: unknown): Files {
  return new Map(Object.entries(given as Record<string, string>));
}

function summary({ exchange, ...result }: CheckResult): object {
  return { ...result, message: result.failure && renderFailure(result.failure) };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (entryAt(path) === undefined || new TextDecoder().decode(entryAt(path)!.bytes) !== text)
    put(path, newEntry('file', new TextEncoder().encode(text)));
}
