import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { skipByTurns } from '../../framework/fixtures/slow.ts';
import { type Chapter, root } from '../workshop/chapters.ts';
import { Runner } from '../workshop/runner.ts';
import { solutionAt, solutionOf, starterOf, writeFiles } from '../workshop/starters.ts';
import { copyOfChapter01, testFolder } from '../workshop/test-folder.fixture.ts';
import { Workshop } from '../workshop/workshop.ts';
import { Feed, runningUrl } from '../workshop/xray/feed.ts';

/** `npm run coach`, for the repository of a test. */
function coachOf(folder: string): string[] {
  const start = JSON.stringify(pathToFileURL(join(root, 'scripts', 'coach', 'start.ts')).href);
  const entry = join(folder, 'coach.mjs');
  const main = readFileSync(join(root, 'scripts', 'coach', 'main.mjs'), 'utf8');
  const own = main.replace('startCoach()', `startCoach(${JSON.stringify(folder)})`).replace("'./start.ts'", start);
  writeFileSync(entry, own);
  return [entry];
}

/** Polls until a condition holds: a trace and its response arrive on different connections. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('still not true after a minute');
    await setTimeout(20);
  }
}

const initialize =
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"plain","version":"1"}}}';

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('the coach', { skip: skipByTurns(import.meta.filename) }, () => {
  let folder: ReturnType<typeof testFolder>;
  let chapter: Chapter;
  let client: Client;

  before(async () => {
    folder = testFolder();
    chapter = copyOfChapter01(folder.path);
    writeFiles(chapter.src, starterOf(chapter));
    writeFileSync(join(folder.path, 'README.md'), '# Home\n\n## Mass assignment\n\nCopying a whole request body.\n');
    client = await connected();
  });
  after(async () => {
    await client?.close();
    folder?.remove();
  });

  async function connected(): Promise<Client> {
    const one = new Client({ name: 'test', version: '1.0.0' });
    // Not in the repository's folder: a client may start it from anywhere.
    const server = { command: process.execPath, args: coachOf(folder.path), cwd: folder.path };
    await one.connect(new StdioClientTransport(server));
    return one;
  }

  async function call(name: string, input: Record<string, unknown> = {}): Promise<{ text: string; isError: boolean }> {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const [part] = content as { type: string; text: string }[];
    return { text: part?.text ?? '', isError: isError === true };
  }

  /** The lines of `text` that are in the solution, but not in the starter. */
  function showsSolution(text: string): string[] {
    const starter = [...starterOf(chapter).values()].join('\n');
    const lines = [...solutionOf(chapter).values()].flatMap((file) => file.split('\n').map((line) => line.trim()));
    return lines.filter((line) => line.length > 12 && !starter.includes(line) && text.includes(line));
  }

  it('lists its tools and its prompt, which tells the assistant never to write the code of an open step', async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      [
        ...['where_am_i', 'run_check', 'explain_failure', 'next_hint', 'last_trace', 'search_docs', 'our_version'],
        ...['start_review', 'answer_review'],
      ],
    );
    const { messages } = await client.getPrompt({ name: 'coach' });
    assert.match(JSON.stringify(messages), /Never write the code of a step before it has passed/);
    assert.match(client.getInstructions() ?? '', /One hint at a time/);
  });

  it('says where the learner is, checks, explains the failure, and never shows a line of an open step', async () => {
    const texts: string[] = [];
    const ask = async (name: string, input?: Record<string, unknown>) => {
      const { text } = await call(name, input);
      texts.push(text);
      return text;
    };
    assert.match(await ask('where_am_i'), /Chapter 01: Routes and handlers\n· Step 1[\s\S]*never checked/);
    assert.match(await ask('run_check', { chapter: '1' }), /✗ Step 1[\s\S]*Expected status 200, got 404/);
    assert.match(await ask('where_am_i'), /This is the result of the last check/);
    const failure = JSON.parse(await ask('explain_failure'));
    assert.equal(failure.problem, 'Expected status 200, got 404');
    assert.match(failure.read, /^chapters\/01-hello-route\/README\.md#step-1-/);
    assert.match(
      await ask('search_docs', { query: 'mass asignement' }),
      /^Mass assignment \(README\.md#mass-assignment\)/,
    );
    assert.match(await ask('search_docs', { query: 'solutions/01-hello-route/src/hello.controller.ts' }), /./);
    assert.match(await ask('last_trace'), /Nothing is traced/);
    for (const step of [1, 2, 3, 4]) {
      const { text, isError } = await call('our_version', { step });
      texts.push(text);
      assert.ok(isError && /Step 1 hasn't passed yet/.test(text), text);
    }
    const review = await call('start_review');
    assert.ok(review.isError && /needs a chapter that is finished/.test(review.text), review.text);
    assert.match((await call('answer_review', { task: 1, answers: ['a'] })).text, /No task is open/);
    assert.deepEqual(showsSolution(texts.join('\n')), []);
  });

  it('gives the next hint only after the code has changed', async () => {
    assert.match((await call('next_hint')).text, /^Step 1: .*\nHint 1 of 3: A question\n/);
    const again = await call('next_hint');
    assert.ok(again.isError && /The code is the same as at the last hint/.test(again.text), again.text);
    assert.equal(new Workshop(folder.path).progress.of(chapter).hints[1], 1);
    writeFileSync(join(chapter.src, 'notes.ts'), '// I have tried something.\n');
    const hint = client.callTool({ name: 'next_hint', arguments: {} }, { signal: AbortSignal.timeout(100) });
    await assert.rejects(hint);
    assert.match((await call('next_hint')).text, /Hint 2 of 3: Where to look/, 'a cancelled one was not given');
    const other = await connected();
    const { content } = await other.callTool({ name: 'next_hint', arguments: {} });
    assert.match(JSON.stringify(content), /The code is the same as at the last hint/, 'from another coach, too');
    await other.close();
  });

  it('shows our version of a step that has passed, but not of the next', async () => {
    writeFiles(chapter.src, solutionAt(chapter, 1));
    assert.match((await call('run_check')).text, /✓ Step 1/);
    assert.match(
      (await call('our_version', { step: 1 })).text,
      /^src\/hello\.controller\.ts\nLine \d+\n[\s\S]*\+.*\/hello/,
    );
    assert.match((await call('our_version', { step: 2 })).text, /Step 2 hasn't passed yet/);
    assert.match((await call('our_version', { step: 9 })).text, /has the steps 1 to 4/);
  });

  for (const [what, name, input] of [
    ['an unknown chapter', 'run_check', { chapter: '../../etc/passwd' }],
    ['a path', 'where_am_i', { chapter: '../solutions/01-hello-route' }],
    ['a field that is not there', 'where_am_i', { command: 'ls' }],
    ['another type', 'run_check', { chapter: { $ne: 1 } }],
    ['a step that is not an integer', 'our_version', { step: 1.5 }],
    ['a step that is a string', 'our_version', { step: "1'; drop table" }],
    ['an empty search', 'search_docs', { query: '' }],
    ['a search that is too long', 'search_docs', { query: 'a'.repeat(5_000) }],
    ['answers that are not an array', 'answer_review', { task: 1, answers: 'a' }],
    ['an answer to no task', 'answer_review', { answers: ['a'] }],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const { isError, text } = await call(name, input);
      assert.ok(isError && text.length < 500, text);
    });
  }

  it('a symbolic link to a solution gives no access to it, and an error names no folder of this computer', async () => {
    const link = join(folder.path, 'chapters', '28-link');
    symlinkSync(join(chapter.solution, '..'), link, 'junction');
    try {
      const texts = [];
      for (const name of ['where_am_i', 'run_check', 'explain_failure', 'next_hint', 'our_version']) {
        const { text } = await call(name, { chapter: '28', ...(name === 'our_version' && { step: 1 }) });
        assert.ok(!text.includes(root), text);
        texts.push(text);
      }
      assert.match(texts[0]!, /It has no steps/);
      assert.deepEqual(showsSolution(texts.join('\n')), []);
    } finally {
      rmSync(link, { recursive: true });
    }
  });

  it('refuses a tool and a resource that do not exist with a protocol error', async () => {
    await assert.rejects(call('read_file', { path: 'solutions' }), /Tool read_file not found/);
    await assert.rejects(client.readResource({ uri: 'file:///etc/passwd' }));
  });

  it('shows the trace of the last request to the running chapter', async () => {
    const src = join(folder.path, 'solved');
    writeFiles(src, solutionOf(chapter));
    const runner = new Runner({ chapter, src, print: () => {} });
    const port = process.env.PORT;
    process.env.PORT = '0';
    try {
      await runner.start();
      const url = runningUrl(chapter)!;
      await fetch(`${url}/hello`);
      await until(async () => (await call('last_trace')).text.includes('→'));
      assert.match(
        (await call('last_trace')).text,
        /^Chapter 01-hello-route\n→ GET \/hello\n {2}route \/hello \(exact\)\n[\s\S]*← 200/,
      );
      assert.match((await call('where_am_i')).text, /It is running on http/);
    } finally {
      if (port === undefined) delete process.env.PORT;
      else process.env.PORT = port;
      await runner.stop();
    }
  });

  it('shows no trace of the solution, and does not take it for the program of the learner', async () => {
    const feed = new Feed(folder.path, chapter.slug, chapter.solution);
    await feed.open();
    try {
      feed.program({ url: 'http://localhost:4711', routes: [] });
      feed.traces([{ method: 'GET', path: '/of-the-solution', tried: { routes: [] }, steps: [] } as never], 0);
      assert.match((await call('last_trace')).text, /The solution is running, not the program of the learner/);
      assert.match((await call('where_am_i')).text, /It isn't running/);
    } finally {
      feed.close();
    }
  });

  it('a review asks, marks the answer, and continues with the next task', async () => {
    const state = join(folder.path, '.workshop');
    mkdirSync(state, { recursive: true });
    writeFileSync(join(state, 'progress.json'), JSON.stringify({ 'hello-route': { passed: [1, 2, 3, 4] } }));
    const due = { 'hello-route/spot/capped-counter': { solved: 0, due: '2020-01-01T00:00:00Z' } };
    writeFileSync(join(state, 'review.json'), JSON.stringify(due));
    const { text } = await call('start_review');
    assert.match(text, /^Task 1 of 5: Spot the bug, chapter 01/);
    const answer = (task: number, ...answers: string[]) => call('answer_review', { task, answers });
    assert.match((await answer(1, '1', 'a')).text, /^Answer 1: Type a line number from \d+ to \d+,/);
    assert.match((await answer(1, '30', 'z')).text, /^Answer 2: Type a letter from a to d\.\n {2}a {2}/);
    assert.match((await answer(1, '30')).text, /^This task has 2 questions, so it needs 2 answers\./);
    const [, line = ''] = /^ *(\d+) │ .*< 10/m.exec(text) ?? [];
    const [, letter = ''] = /^ {2}(\w) {2}The counter stops at ten/m.exec(text) ?? [];
    const [outcome, again] = await Promise.all([answer(1, line, letter), answer(1, line, letter)]);
    assert.match(
      again.text,
      /^Task 1 was answered before\. The open task is:\n\nTask 2 of 5/,
      'not an answer to the next',
    );
    assert.match(outcome.text, /^Right\. Line \d+\.[\s\S]*It comes back in 1 day\.\n\nTask 2 of 5/);
  });

  it('a chapter that hangs fails its check; meanwhile the server responds, and a check can be cancelled', {
    timeout: 120_000,
  }, async () => {
    writeFiles(chapter.src, new Map([['main.ts', 'for (;;);\n']]));
    const cancelled = new AbortController();
    const first = client.callTool({ name: 'run_check', arguments: {} }, { signal: cancelled.signal });
    const second = client.callTool({ name: 'run_check', arguments: {} }, { timeout: 110_000 });
    await client.ping();
    cancelled.abort();
    await assert.rejects(first);
    const { content } = await second;
    assert.match(JSON.stringify(content), /✗ Step 1/);
    assert.match(JSON.stringify(content), /event loop|blocked|never listens|did not listen|does not listen/i);
  });

  for (const end of ['the client disconnects', 'it is told to terminate'] as const) {
    // Windows can't tell a process to terminate; it just ends it.
    const skip = end === 'it is told to terminate' && process.platform === 'win32';
    it(`leaves no program behind when ${end} during a check`, { skip }, async () => {
      const file = join(folder.path, 'pid');
      rmSync(file, { force: true });
      const main = `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(file)}, String(process.pid));\nfor (;;);\n`;
      writeFiles(chapter.src, new Map([['main.ts', main]]));
      const coach = spawn(process.execPath, coachOf(folder.path), { stdio: ['pipe', 'ignore', 'ignore'] });
      coach.stdin.write(
        `${initialize}\n{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"run_check"}}\n`,
      );
      await until(async () => existsSync(file) && readFileSync(file, 'utf8') !== '');
      if (end === 'the client disconnects') coach.stdin.end();
      else coach.kill();
      await once(coach, 'exit');
      const pid = Number(readFileSync(file, 'utf8'));
      await until(async () => !isRunning(pid));
    });
  }
});

it('npm run coach writes only protocol messages, and rejects invalid ones', async () => {
  const main = join(root, 'scripts', 'coach', 'main.mjs');
  const child = spawn(process.execPath, [main], { cwd: join(root, 'docs'), stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async () => JSON.parse((await lines.next()).value);
  const send = (line: string) => child.stdin.write(`${line}\n`);
  send(initialize);
  assert.equal((await read()).result.serverInfo.name, 'trellis-coach');
  for (const [line, code] of [
    ['no json', -32700],
    ['{"jsonrpc":"2.0"', -32700],
    [`"${'x'.repeat(1_100_000)}"`, -32700],
    ['[1, 2]', -32600],
    ['{"id": 9}', -32600],
    ['null', -32600],
    ['{"jsonrpc":"2.0","id":3,"method":"no/such/method"}', -32601],
    ['{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":7}}', -32602],
  ] as const) {
    send(line);
    const { error } = await read();
    assert.equal(error.code, code, line.slice(0, 80));
  }
  // Neither a blank line nor a notification gets a response.
  send('');
  send('{"jsonrpc":"2.0","method":"notifications/unknown"}');
  send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}');
  send('{"jsonrpc":"2.0","id":5,"method":"ping"}');
  assert.deepEqual((await read()).result, {});
  child.stdin.end();
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
});

/** The files that a program loads before it does anything, without what it imports later. */
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export|\} from)(?! type )[^;]*?'(.+?)';$/gms,
  ))
    if (name.startsWith('.')) loadedBy(join(file, '..', name), seen);
    else seen.add(name);
  return seen;
}

const used = [
  ...readdirSync(join(root, 'scripts', 'commands', 'learn'))
    .filter((name) => name !== 'coach.ts')
    .map((name) => `commands/learn/${name}`),
  ...['workshop/test-chapter.ts', 'workshop/workshop.ts', 'site/app.ts'],
];
for (const file of used) {
  it(`${file} loads neither the coach nor the tasks of a review before they are used`, () => {
    const loaded = [...loadedBy(join(root, 'scripts', file))];
    assert.ok(loaded.length > 1, `${loaded.length} files`);
    assert.deepEqual(
      loaded.filter((name) => /modelcontextprotocol|[\\/]coach[\\/]|review[\\/](session|deck|in-terminal)/.test(name)),
      [],
    );
  });
}
