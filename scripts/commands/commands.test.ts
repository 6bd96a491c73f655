import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import { stripVTControlCharacters as plain } from 'node:util';
import { cli, createApp, provide } from 'trellis';
import { skipByTurns } from '../../framework/fixtures/slow.ts';
import { type Chapter, root } from '../workshop/chapters.ts';
import { readFiles, solutionAt, solutionOf, starterOf, writeFiles } from '../workshop/starters.ts';
import { Terminal } from '../workshop/terminal.ts';
import { testChapter } from '../workshop/test-chapter.ts';
import { copyOfChapter01, testFolder } from '../workshop/test-folder.fixture.ts';
import { Watch } from '../workshop/watch.ts';
import { Workshop } from '../workshop/workshop.ts';
import { commandFile } from './files.mjs';
import { type ControllerCommand, loadCommand } from './load-command.ts';
import { workshopModule } from './workshop.module.ts';

/** Keeps what is printed, and lets a test wait for it and press keys. */
class Listener extends Terminal {
  override readonly isInteractive: boolean = false;
  override readonly width = 80;
  output = '';
  press: (key: string) => void = () => {};
  #look = () => {};

  override print(line: string): void {
    this.output += `${plain(line)}\n`;
    this.#look();
  }

  override redraw(view: string): void {
    this.output = '';
    this.print(view);
  }

  override onKey(press: (key: string) => void): () => void {
    this.press = press;
    return () => {};
  }

  says(pattern: RegExp): Promise<void> {
    return new Promise((resolve) => {
      this.#look = () => pattern.test(this.output) && resolve();
      this.#look();
    });
  }
}

/** With somebody at the keyboard. */
class Keyboard extends Listener {
  override readonly isInteractive = true;
}

describe('the commands', { skip: skipByTurns(import.meta.filename) }, () => {
  let folder: ReturnType<typeof testFolder>;
  let chapter: Chapter;
  beforeEach(() => {
    folder = testFolder();
    chapter = copyOfChapter01(folder.path);
    writeFiles(chapter.src, starterOf(chapter));
  });
  afterEach(() => folder.remove());

  const run = (...words: string[]) => runOn(new Listener(), ...words);

  async function runOn(terminal: Listener, ...words: string[]): Promise<{ code: number; output: string }> {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const overrides = [provide(Workshop, { value: new Workshop(folder.path) }), provide(Terminal, { value: terminal })];
    const loaded = (await loadCommand(commandFile(words[0]!)!)) as ControllerCommand;
    const app = createApp(workshopModule(loaded.default), {
      platform: cli({ name: 'npm run', help: '-- --help', stdout, stderr }),
      overrides,
    });
    const code = await app.run(words);
    stdout.end();
    stderr.end();
    return { code, output: terminal.output + plain((await text(stdout)) + (await text(stderr))) };
  }

  /** `npm test 01`. */
  async function check(): Promise<{ hasPassed: boolean; output: string }> {
    const terminal = new Listener();
    const hasPassed = await testChapter(new Workshop(folder.path), terminal, chapter);
    return { hasPassed, output: terminal.output };
  }

  it('a check names the first failure; with the solution every step passes, and the board shows the progress', async () => {
    const first = await check();
    assert.equal(first.hasPassed, false);
    assert.match(
      first.output,
      /✗ Step 1: Write a route and its handler\n\n {4}GET \/hello returns the greeting\n {4}Expected status 200, got 404\n/,
    );
    // The verdict on the current step has shown it already.
    assert.equal(first.output.match(/Expected status 200, got 404/g)?.length, 1);
    assert.match(
      first.output,
      /\nChapter 01: .*\n\n {2}✗ Step 1: Write a route and its handler {2}see above\n {2}· Step 2: /,
    );
    assert.match(first.output, /\nThat request in your code and in the solution, side by side: npm run replay 01\n/);
    writeFiles(chapter.src, solutionOf(chapter));
    const second = await check();
    assert.equal(second.hasPassed, true);
    assert.match(second.output, /All steps done\.\nYou can now:/);
    assert.deepEqual(
      new Workshop(folder.path).standings().map(({ done, total }) => [done, total]),
      [[4, 4]],
    );
  });

  it('the step that the learner is working on is the first to be decided', async () => {
    writeFiles(chapter.src, solutionAt(chapter, 1));
    await check();
    writeFiles(chapter.src, solutionAt(chapter, 2));
    const { output } = await check();
    assert.match(
      output,
      /^\n {2}✓ Step 2: .*\nChecking the other steps …\n {2}✓ Step 1: .*\n {2}✗ Step 3: .*\n {2}· Step 4: .*\n\nChapter 01: .*\n\n {2}✓ Step 1: /,
    );
    writeFileSync(join(chapter.src, 'main.ts'), 'await import("./gone.ts");\n');
    assert.match((await check()).output, /\nChapter 01: .*\n\n {2}· Step 1: .* {2}passed before; can't run now\n/);
  });

  it('replay sends the request of the failed check to both programs, and marks the first difference', {}, async () => {
    const { code, output } = await run('replay', '1');
    assert.equal(code, 0);
    assert.equal(
      output,
      `
Chapter 01, step 1: GET /hello returns the greeting
Expected status 200, got 404

Sent to both programs:
  curl -i http://localhost:3000/hello

  Your program
  → GET /hello
▶   no route matches
  ← 404
      {"error":"Not Found"}

  The solution of step 1
  → GET /hello
▷   route /hello (exact)
    handler HelloController.hello returned
  ← 200
      {"message":"Hello, reader!"}

The line marked ▶ is the first difference. The line marked ▷ is what the
solution does there.
Check your code again: npm test 01
`,
    );
  });

  it('replay says why it cannot run: no check fails, or the program does not start', async () => {
    writeFiles(chapter.src, solutionOf(chapter));
    assert.deepEqual(await run('replay', '01'), {
      code: 0,
      output: 'No check of chapter 01 fails: there is nothing to replay.\n',
    });
    writeFileSync(join(chapter.src, 'main.ts'), 'await import("./gone.ts");\n');
    const { code, output } = await run('replay', '01');
    assert.equal(code, 1);
    assert.match(output, /^"GET \/hello returns the greeting" failed without a request to send again\.\n\n/);
    assert.match(output, /Cannot find module '.*gone\.ts'/);
    assert.match(output, /\n {2}Likely cause: an import names a file that does not exist\./);
  });

  it('hint gives one more rung on each call, and points to the difference at the end', async () => {
    const outputs = [];
    for (let call = 0; call < 4; call++) outputs.push((await run('hint', '01')).output);
    assert.match(
      outputs[0]!,
      /^Step 1: Write a route and its handler\n\nA question\nWhich method does the check send, and to which path\?/,
    );
    assert.match(outputs[0]!, /Hint 1 of 3\. For the next one: npm run hint 01\n$/);
    assert.match(outputs[1]!, /\nWhere to look\n/);
    assert.match(
      outputs[2]!,
      /\nNearly the code\n[\s\S]*That was the last hint\. To see the solution: npm run diff 01\n$/,
    );
    assert.equal(outputs[3], outputs[2]);
    writeFiles(chapter.src, solutionOf(chapter));
    assert.match(
      (await run('hint', '01')).output,
      /^Every step of chapter 01 passes\. What is left is a task without instructions:\n {2}☆ On your own: Undo .*\nIts hints come in 60 minutes/,
    );
  });

  it('what takes a while is announced to somebody who waits, and not in a pipe', async () => {
    for (const name of ['hint', 'replay', 'explain']) {
      assert.match((await runOn(new Keyboard(), name, '01')).output, /^Checking chapter 01 …\n/, name);
      assert.doesNotMatch((await run(name, '01')).output, /Checking/, name);
    }
  });

  it('diff shows what is missing, or that nothing is', async () => {
    assert.match(
      (await run('diff', '01')).output,
      /^Lines with a minus are yours, lines with a plus are the solution's as of step 1\.\nThere are other correct solutions: the check decides\.\n\nsrc\/hello\.controller\.ts\nLine \d+\n[\s\S]*The whole solution: npm run diff 01 all\n$/,
    );
    const [first, second, all] = await Promise.all([[], ['2'], ['all']].map((words) => run('diff', '01', ...words)));
    assert.match(first!.output, /^\+.*this\.hello/m);
    assert.doesNotMatch(first!.output, /^[+-].*(this\.tags|Step 2)/m, 'the steps that follow stay as they are');
    assert.match(second!.output, /^\+.*'\/tags'/m);
    assert.ok(all!.output.split('\n').length > second!.output.split('\n').length, 'the whole solution is longer');
    assert.match((await run('diff', '01', '9')).output, /Chapter 01 has no step "9"/);
    writeFiles(chapter.src, solutionOf(chapter));
    assert.equal((await run('diff', '01', 'all')).output, 'Chapter 01: Your code is identical to the solution.\n');
  });

  it('reset puts the starter back, and prints the command that undoes it', async () => {
    assert.equal((await run('reset', '01')).output, 'Chapter 01 is the starter.\nNo work of this chapter is saved.\n');
    writeFiles(chapter.src, solutionOf(chapter));
    const { output } = await run('reset', '01');
    const [, undo = ''] =
      /^Chapter 01 is the starter again\.\nSaved work, the latest first:\n {2}npm run (reset 01 \S+)\n$/.exec(output) ??
      [];
    assert.notEqual(undo, '', output);
    assert.deepEqual(readFiles(chapter.src), starterOf(chapter));
    assert.match((await run(...undo.split(' '))).output, /^Chapter 01 has the work from 01-hello-route-\S+ again\.\n/);
    assert.deepEqual(readFiles(chapter.src), solutionOf(chapter));
  });

  it('explain shows our version of a step that has passed, and offers a hint for one that has not', async () => {
    const early = await run('explain', '01', '1');
    assert.deepEqual(early, { code: 1, output: "Step 1 hasn't passed yet. For a hint: npm run hint 01\n" });
    assert.match(
      (await run('explain', '01')).output,
      /^No step of chapter 01 has passed yet\. For a hint: npm run hint 01\n/,
    );
    writeFileSync(
      join(chapter.folder, 'explain.md'),
      '# Ours\n\n## Step 1\n\nThe *first*.\n\n## Step 2\n\nWe return an `array`.\n',
    );
    writeFiles(chapter.src, solutionAt(chapter, 2));
    const checked = await check();
    assert.match(checked.output, /\nOur version of step 2, and why: npm run explain 01 2\n/);
    for (const words of [['01', '2'], ['01']]) {
      const { code, output } = await run('explain', ...words);
      assert.equal(code, 0);
      assert.match(
        output,
        /^Step 2: .*\n\n {2}= Both versions pass the check of this step\.\n {2}= .* to the letter\.\n\nOur version, compared with step 1\. There are other correct solutions: npm test 01/,
      );
      assert.match(
        output,
        /\n\nsrc\/hello\.controller\.ts\nLine \d+\n[\s\S]*^\+ .*'\/tags'[\s\S]*\n\nWhy\nWe return an array\.\n$/m,
      );
      assert.doesNotMatch(output, /^\+.*'\/hello'/m, 'step 1 is not part of it');
    }
    // A progress file that somebody has edited.
    const file = join(folder.path, '.workshop', 'progress.json');
    const progress = JSON.parse(readFileSync(file, 'utf8'));
    for (const entry of Object.values<{ passed: number[] }>(progress)) entry.passed.push(99);
    writeFileSync(file, JSON.stringify(progress));
    assert.match((await run('explain', '01')).output, /^Step 2: /);
    const unknown = await run('explain', '01', '9');
    assert.equal(unknown.code, 2);
    assert.match(unknown.output, /^Chapter 01 has no step "9"\. Its steps are 1 to 4\.\n/);
  });

  it('attack lists the attacks of a chapter, runs one, and reports the outcome in its exit code', async () => {
    assert.deepEqual(await run('attack', '01'), {
      code: 0,
      output: 'Chapter 01 has no attacks. Chapters with attacks: none.\n',
    });
    const verdict = "(await target.client('Attacker').get('/tags')).status === 404 ? 'succeeded' : 'blocked'";
    const text = `import { attack } from '#attack';\nexport default attack('tags', { step: 2, title: 'Miss the tags' }, async ({ target }) => ${verdict});\n`;
    writeFiles(join(chapter.folder, 'attacks'), new Map([['tags.ts', text]]));
    const list =
      'Attacks of chapter 01:\n\n  tags  Miss the tags (step 2 stops it)\n\nRun one: npm run attack 01 tags\n';
    assert.deepEqual(await run('attack', '01'), { code: 0, output: list });
    const unknown = await run('attack', '01', 'nothing');
    assert.equal(unknown.code, 2);
    assert.ok(unknown.output.startsWith(`Chapter 01 has no attack "nothing".\n${list}`), unknown.output);
    const start = "Chapter 01 isn't running, so it is started for this attack.\n\nAttacker: GET /tags …  ";
    const open = await run('attack', '01', 'tags');
    assert.deepEqual(open, { code: 1, output: `${start}404\n\nThe attack SUCCEEDED. Step 2 stops it.\n` });
    writeFiles(chapter.src, solutionAt(chapter, 2));
    const closed = await run('attack', '01', 'tags');
    assert.deepEqual(closed, { code: 0, output: `${start}200\n\nThe attack was BLOCKED.\n` });
    writeFileSync(join(chapter.src, 'main.ts'), 'await import("./gone.ts");\n');
    const broken = await run('attack', '01', 'tags');
    assert.equal(broken.code, 2);
    assert.match(broken.output, /The attack could not run\. Cannot find module '.*gone\.ts'/);
  });

  it('a usage error points to a help that npm passes on', async () => {
    const { output, code } = await run('doctor', 'now');
    assert.equal(code, 2);
    assert.match(output, /\nSee "npm run doctor -- --help"\.\n$/);
    assert.match((await run('explain', '--help')).output, /^Usage: npm run explain \[chapter\] \[step\]$/m);
  });

  it('a chapter without its files names the command that brings them back', async () => {
    rmSync(chapter.src, { recursive: true });
    const { output, code } = await run('chapter', '01');
    assert.equal(code, 2);
    assert.match(
      output,
      /^Chapter 01 has no main\.ts\. .*\nTo get the starter back: npm run reset 01 \(your work is saved first\)\n/,
    );
    assert.match((await run('reset', '01')).output, /^Chapter 01 is the starter\.\n/);
    assert.deepEqual(readFiles(chapter.src), starterOf(chapter));
  });

  for (const name of ['README.md', 'check.test.ts']) {
    it(`a check of a chapter without its ${name} says how to get that back`, async () => {
      rmSync(join(chapter.folder, name));
      const path = `chapters/01-hello-route/${name}`;
      await assert.rejects(check(), { message: `${path} is missing. Get it back: git restore ${path}` });
    });
  }

  it('a program may be named with its extension', async () => {
    const { output } = await run('chapter', '01', 'api.ts');
    assert.match(output, /^Chapter 01 has no api\.ts\. /);
  });

  for (const words of [['chapter', '01'], ['docs']]) {
    it(`a port that is none ends ${words.join(' ')}`, async () => {
      const child = spawn(process.execPath, [join(root, 'scripts', 'main.mjs'), ...words], {
        cwd: root,
        env: { ...process.env, PORT: 'abc' },
        timeout: 60_000,
        killSignal: 'SIGKILL',
      });
      const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      assert.equal(printed, 'PORT is "abc". A port is an integer from 0 to 65535.\n');
      assert.equal(code, 1);
    });
  }

  it('a folder that nothing can be written to costs the record, but neither a result nor any work', async (t) => {
    writeFileSync(join(folder.path, '.workshop'), 'a file where a folder should be');
    const warned = t.mock.method(process.stderr, 'write', () => true);
    const { output } = await check();
    const warnings = warned.mock.calls.map(({ arguments: [line] }) => String(line)).join('');
    warned.mock.restore();
    assert.match(output, /✗ Step 1: Write a route and its handler/);
    assert.match(warnings, /^Your progress can't be saved: E\w+: .*\. What to do: npm run doctor\n$/);
    writeFileSync(join(chapter.src, 'main.ts'), 'mine\n');
    const reset = await run('reset', '01');
    assert.match(reset.output, /^Your work can't be saved, so nothing was changed: .*\. What to do: npm run doctor\n/);
    assert.equal(readFiles(chapter.src).get('main.ts'), 'mine\n');
  });

  it('reset lists what is saved, and so does a name that was never used', async () => {
    for (const text of ['one\n', 'two\n']) {
      writeFileSync(join(chapter.src, 'main.ts'), text);
      await run('reset', '01');
    }
    const list = /Saved work, the latest first:\n {2}npm run reset 01 (\S+)\n {2}npm run reset 01 (\S+)\n$/;
    const [, latest = '', oldest = ''] = list.exec((await run('reset', '01')).output) ?? [];
    assert.match((await run('reset', '01', 'nonsense')).output, list);
    await run('reset', '01', oldest);
    assert.equal(readFiles(chapter.src).get('main.ts'), 'one\n');
    await run('reset', '01', latest);
    assert.equal(readFiles(chapter.src).get('main.ts'), 'two\n');
  });

  it('reset free saves the work, and puts a starter for a design of one’s own in its place, if there is one', async () => {
    const refused = await run('reset', '01', 'free');
    assert.equal(refused.code, 1);
    assert.match(refused.output, /Chapter 01 has no starter for a design of your own\./);
    const free = join(chapter.solution, '..', 'free');
    mkdirSync(free);
    writeFileSync(join(free, 'empty.ts'), 'export {};\n');
    assert.equal((await run('reset', '01', 'free')).output.includes('saved'), false, 'the other starter is not work');
    assert.ok(existsSync(join(chapter.src, 'empty.ts')));
    writeFileSync(join(chapter.src, 'mine.ts'), 'export {};\n');
    const { output } = await run('reset', '01', 'free');
    const [, saved = ''] = /What it replaced is saved\. To get it back: npm run reset 01 (\S+)\n/.exec(output) ?? [];
    assert.equal(existsSync(join(chapter.src, 'mine.ts')), false);
    await run('reset', '01', saved);
    assert.ok(existsSync(join(chapter.src, 'mine.ts')));
    assert.match((await run('reset', '01')).output, /^Chapter 01 is the starter again\./);
    assert.equal(existsSync(join(chapter.src, 'empty.ts')), false);
  });

  it('reset and diff refuse to run if the solution is missing, and leave the learner’s work alone', async () => {
    const work = readFiles(chapter.src);
    const source = chapter.sources.at(-1)!;
    const elsewhere = `${source}-elsewhere`;
    renameSync(source, elsewhere);
    try {
      for (const word of ['reset', 'diff']) {
        const { code, output } = await run(word, '01');
        assert.equal(code, 1, word);
        assert.match(output, /has no files\. .*Get it back: git restore solutions\/01-hello-route\n$/);
      }
      assert.deepEqual(readFiles(chapter.src), work);
    } finally {
      renameSync(elsewhere, source);
    }
  });

  it('an unknown chapter is an error that names the existing ones, with exit code 1', async () => {
    for (const command of ['chapter', 'solution', 'hint', 'diff', 'reset', 'replay', 'watch']) {
      const { code, output } = await run(command, '77');
      assert.equal(code, 1, command);
      assert.equal(output, 'No chapter is called "77". The chapters are 01-hello-route to 01-hello-route.\n', command);
    }
  });

  it('a chapter that changed since it was checked is checked again for the board; an untouched starter is not', {}, async () => {
    const workshop = new Workshop(folder.path);
    await workshop.refresh();
    assert.equal(workshop.progress.of(chapter).hash, '', 'no run was needed');
    writeFiles(chapter.src, solutionOf(chapter));
    await workshop.refresh();
    assert.equal(workshop.standings()[0]?.done, 4);
    writeFiles(chapter.src, starterOf(chapter));
    await workshop.refresh();
    assert.equal(workshop.standings()[0]?.done, 0);
  });

  it('watch gives its verdict after each save, obeys keys, and never continues by itself', {}, async () => {
    const terminal = new Keyboard();
    const watch = new Watch(new Workshop(folder.path), terminal, chapter);
    const done = watch.run();
    after(() => terminal.press('q'));
    await terminal.says(/✗ Step 1[\s\S]*\nChecking the other steps …\n[\s\S]*n next {3}h hint/);
    await terminal.says(/0 of 4 steps done[\s\S]*n next {3}h hint/);
    writeFiles(chapter.src, solutionOf(chapter));
    await terminal.says(/All steps done\./);
    terminal.press('l');
    await terminal.says(/Your progress[\s\S]*4 of 4/);
    terminal.press('n');
    await terminal.says(/That was the last chapter\./);
    terminal.press('d');
    await terminal.says(/identical to the solution/);
    terminal.press('x');
    await terminal.says(
      /identical[\s\S]*Press x again to go back to the starter of chapter 01\. Your work will be saved\./,
    );
    terminal.press('d');
    await terminal.says(/^(?![\s\S]*Press x again)[\s\S]*identical to the solution/);
    terminal.press('x');
    terminal.press('x');
    // The check after the reset redraws the screen, which still shows the command that undoes the reset.
    await terminal.says(/0 of 4 steps done[\s\S]*To get your work back: npm run reset 01 01-hello-route-\S+\n/);
    terminal.press('h');
    assert.match(terminal.output, /^Checking chapter 01 …\nWatching chapters/, 'at once: the checks take seconds');
    await terminal.says(/Hint 1 of 3/);
    writeFileSync(join(chapter.src, 'hello.controller.ts'), 'export class { broken\n');
    await terminal.says(/Syntax error: /);
    terminal.press('q');
    await done;
  });

  it('watch offers no keys where nobody can press any', {}, async () => {
    const log = new Listener();
    const done = new Watch(new Workshop(folder.path), log, chapter).run();
    await log.says(/0 of 4 steps done[\s\S]*Watching chapters\/01-hello-route\/src\n$/);
    assert.doesNotMatch(log.output, /q quit/);
    log.press('q');
    await done;
  });
});
