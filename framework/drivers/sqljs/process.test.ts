import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../database-driver.ts';
import { compiled } from '../fixtures/compiled.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const program = fileURLToPath(compiled(new URL('../fixtures/database-process.ts', import.meta.url)));

/** Of the journal, in bytes: a checkpoint after every few writes. */
const LIMIT = 30_000;

/** `fixtures/database-process.ts`, and the lines it has printed. */
class Writer {
  readonly lines: string[] = [];
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #closed: Promise<unknown>;
  #onLine: () => void = () => {};

  constructor(t: TestContext, path: string) {
    // With only the quick one of V8's two WebAssembly compilers, it starts a fifth faster.
    this.#child = spawn(process.execPath, ['--liftoff-only', program, `file:${path}`, String(LIMIT)]);
    this.#closed = once(this.#child, 'close');
    this.#child.stderr.on('data', (chunk) => this.lines.push(`stderr ${chunk}`));
    createInterface(this.#child.stdout).on('line', (line) => {
      this.lines.push(line);
      this.#onLine();
    });
    this.#child.on('close', () => this.#onLine());
    t.after(() => this.kill());
  }

  /** Waits until this many lines match. */
  async printed(line: RegExp, count = 1): Promise<void> {
    while (this.lines.filter((printed) => line.test(printed)).length < count) {
      assert.equal(this.#child.exitCode ?? this.#child.signalCode, null, `it ended:\n${this.lines.join('\n')}`);
      await new Promise<void>((resolve) => {
        this.#onLine = resolve;
      });
    }
  }

  async go(): Promise<void> {
    await this.printed(/^ready/);
    this.#child.stdin.write('go\n');
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#closed;
  }

  answered(): number[] {
    return this.lines.filter((line) => line.startsWith('answered ')).map((line) => Number(line.split(' ')[1]));
  }
}

const runs = process.env.TRELLIS_SLOW ? 10 : process.env.CI ? 2 : 1;
const kills = runs > 1 ? 20 : 8;

for (let run = 1; run <= runs; run++)
  test(
    `a process killed ${kills} times while it reads, writes or makes a checkpoint has lost nothing, run ${run}`,
    killed,
  );

async function killed(t: TestContext): Promise<void> {
  const path = join(await temporaryFolder(t), 'blog.db');
  const answered: number[] = [];
  const interrupted = { start: 0, journal: 0, checkpoint: 0 };
  // Starting Node takes longer than everything else, so the next ones start in the meantime, and wait.
  const waiting = [new Writer(t, path), new Writer(t, path)];
  for (let round = 1; round <= kills; round++) {
    const writer = waiting.shift()!;
    if (round < kills - 1) waiting.push(new Writer(t, path));
    await writer.go();
    // Every fourth one is killed while it opens the file; the others at a random moment of a later write.
    if (round % 4 > 0) await writer.printed(/^answered/, 1 + (round % 7));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 12));
    await writer.kill();
    answered.push(...writer.answered());
    if (!writer.lines.some((line) => line.startsWith('open'))) interrupted.start++;
    if (existsSync(`${path}.journal`)) interrupted.journal++;
    if (existsSync(`${path}.saving`)) interrupted.checkpoint++;
    await assertComplete(path, answered);
  }
  t.diagnostic(`interrupted: ${JSON.stringify(interrupted)}, ${answered.length} acknowledged writes`);
  assert.ok(answered.length >= kills, `only ${answered.length} writes`);
}

/** In a copy, so that the next process finds the file and the journal as they were left behind. */
async function assertComplete(path: string, answered: number[]): Promise<void> {
  for (const suffix of ['', '.journal']) {
    rmSync(`${path}.copy${suffix}`, { force: true });
    if (existsSync(path + suffix)) copyFileSync(path + suffix, `${path}.copy${suffix}`);
  }
  const db = await openDatabase(`file:${path}.copy`);
  try {
    if (answered.length === 0) return;
    const numbers = new Set((await db.all<{ n: number }>`select n from numbers`).map(({ n }) => n));
    const missing = answered.filter((n) => !numbers.has(n));
    const halfPairs = await db.all`select n from numbers where text = 'pair' and n not in (select n from pairs)`;
    const damage = await db.all`pragma foreign_key_check`;
    assert.deepEqual({ missing, halfPairs, damage }, { missing: [], halfPairs: [], damage: [] });
  } finally {
    await db.onStop();
  }
}

test('of several processes that open a file at once, one succeeds, even if a killed one left its lock', async (t) => {
  const path = join(await temporaryFolder(t), 'blog.db');
  const killed = new Writer(t, path);
  const writers = [new Writer(t, path), new Writer(t, path), new Writer(t, path)];
  await killed.go();
  await killed.printed(/^answered/);
  await killed.kill();
  for (const writer of writers) await writer.printed(/^ready/);
  await Promise.all(writers.map((writer) => writer.go()));
  await Promise.all(writers.map((writer) => writer.printed(/^(open|refused)/)));
  const outcomes = writers.map((writer) => writer.lines[1]!.split(' ').slice(0, 2).join(' '));
  assert.deepEqual(outcomes.sort(), ['open with', 'refused locked', 'refused locked']);
});

test('a file that another process has open is refused, and the error names the process', async (t) => {
  const path = join(await temporaryFolder(t), 'blog.db');
  const writer = new Writer(t, path);
  await writer.go();
  await writer.printed(/^answered/, 3);
  // This also shows that an application that never starts its database doesn't load the engine.
  assert.deepEqual(writer.lines.slice(0, 2), ['ready without sql.js', 'open with sql.js']);
  await assert.rejects(openDatabase(`file:${path}`), {
    code: 'locked',
    message: /blog\.db is in use by process \d+\..*DATABASE_URL.*delete .*blog\.db\.lock/,
  });
  const before = writer.answered().length;
  await writer.printed(/^answered/, before + 3);
  // Hooks run in the order of their registration, and the folder can't be removed while somebody writes into it.
  await writer.kill();
});
