import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import { stripVTControlCharacters as plain } from 'node:util';
import { skipByTurns } from '../../framework/fixtures/slow.ts';
import { Runner } from './runner.ts';
import { copyOfChapter01, programOf, testFolder, writeProgram } from './test-folder.fixture.ts';
import { typeErrors } from './type-errors.ts';
import { Workshop } from './workshop.ts';

const hello = (word: string) => programOf(`{ method: 'GET', path: '/', handler: () => ({ word: '${word}' }) }`);

describe('npm run chapter', { skip: skipByTurns(import.meta.filename) }, () => {
  const folder = testFolder();
  const chapter = copyOfChapter01(folder.path);
  let runner: Runner | undefined;
  afterEach(() => runner?.stop());
  after(() => folder.remove());

  /** Starts a runner, and lets the test wait for a word of its output. */
  function run(name: string, program: Map<string, string>, file?: string) {
    const src = writeProgram(join(folder.path, name), program);
    const lines: string[] = [];
    let look = () => {};
    runner = new Runner({
      chapter,
      src,
      program: file,
      print: (text) => {
        lines.push(plain(text));
        look();
      },
    });
    const said = (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolve) => {
        look = () => {
          const found = pattern.exec(lines.join('\n'));
          if (found !== null) resolve(found);
        };
        look();
      });
    const save = (text: string) => writeFileSync(join(src, 'main.ts'), text);
    return { started: runner.start(), said, save, clear: () => lines.splice(0) };
  }

  it('shows the banner, draws each request, and starts again on a save, on the same port', {}, async () => {
    process.env.PORT = String(await freePort());
    const { started, said, save, clear } = run('save', hello('one'));
    await started;
    const [, url] = await said(/Listening on (http:\S+)/);
    assert.equal(new URL(url!).port, process.env.PORT);
    assert.deepEqual(await (await fetch(url!)).json(), { word: 'one' });
    await said(/→ GET \/\n {2}route \/ \(exact\)[\s\S]*← 200/);
    clear();
    save(hello('two').get('main.ts')!);
    await said(/Saved\. Starting again …\n(Still starting …\n)?Listening on/);
    assert.deepEqual(await (await fetch(url!)).json(), { word: 'two' });
    delete process.env.PORT;
  });

  it('replaces a program that never listens as soon as a file is saved', async () => {
    process.env.PORT = String(await freePort());
    const { started, said, save } = run('loop', new Map([['main.ts', 'while (true) {}\n']]));
    await said(/Still starting …/);
    save(hello('fixed').get('main.ts')!);
    const [text, url] = await said(/Saved\. Starting again …[\s\S]*Listening on (http:\S+)/);
    await started;
    assert.doesNotMatch(text, /crashed|blocked/);
    assert.deepEqual(await (await fetch(url!)).json(), { word: 'fixed' });
    delete process.env.PORT;
  });

  it('ends a program that never listens when it is stopped', async () => {
    process.env.PORT = String(await freePort());
    const { started, said } = run('stopped', new Map([['main.ts', "console.log('begun');\nwhile (true) {}\n"]]));
    await said(/Still starting …\nbegun/);
    await runner!.stop();
    await started;
    delete process.env.PORT;
  });

  it('shows what the program prints in order, and after a save the routes that have changed', {}, async () => {
    process.env.PORT = String(await freePort());
    const program = (routes: string) =>
      programOf(routes, "console.log('one');")
        .get('main.ts')!
        .replace('class Routes {', "class Routes { onStart() { console.log('two'); }");
    const old =
      "{ method: 'GET', path: '/', handler: function first() {} }, { method: 'GET', path: '/old', handler: () => 1 }";
    const { started, said, save } = run('order', new Map([['main.ts', program(old)]]));
    await started;
    await said(/^(Still starting …\n)?one\ntwo\n\nChapter 01: .*\nListening on/);
    save(
      program(
        "{ method: 'GET', path: '/', handler: function second() {} }, { method: 'GET', path: '/new', handler: () => 1 }",
      ),
    );
    const [, changes] = await said(
      /Starting again …\n(?:Still starting …\n)?one\ntwo\nListening on \S+\n([\s\S]*removed.*)/,
    );
    assert.deepEqual(
      changes!.split('\n').map((line) => line.trim().split(/ {2,}/)),
      [
        ['changed', 'GET', '/', 'Routes.second'],
        ['new', 'GET', '/new', 'Routes'],
        ['removed', 'GET', '/old', 'Routes'],
      ],
    );
    delete process.env.PORT;
  });

  it('shows a syntax error as a code frame, and waits for the save that fixes it', {}, async () => {
    process.env.PORT = String(await freePort());
    const { started, said, save } = run('syntax', new Map([['main.ts', 'const = 1;\n']]));
    await started;
    const [text] = await said(/[\s\S]*Syntax error: [\s\S]*Waiting for the next save\./);
    assert.match(text, /main\.ts:1:7\n+ {2}> 1 │ const = 1;\n {6}│ {7}\^ Expected identifier but found "="\n/);
    assert.match(text, /Likely cause: a syntax error\./);
    assert.doesNotMatch(text, /node_modules/);
    save(hello('mended').get('main.ts')!);
    const [, url] = await said(/Listening on (http:\S+)/);
    assert.deepEqual(await (await fetch(url!)).json(), { word: 'mended' });
    delete process.env.PORT;
  });

  it('is where the command in a failed check leads, whatever its port', async () => {
    process.env.PORT = '0';
    const { started, said } = run('port-of-checks', hello('one'));
    await started;
    const [, url] = await said(/Listening on (http:\S+)/);
    const {
      results: [result],
    } = await new Workshop(folder.path).check(chapter);
    assert.match(result!.failure!.curl!, new RegExp(`^curl -i ${url}/`));
    delete process.env.PORT;
  });

  for (const [given, seen] of [
    ['', ''],
    ['mine', 'mine'],
    [undefined, 'a random one'],
  ] as const) {
    it(`a JWT_SECRET that is ${given === undefined ? 'not set' : `"${given}"`} reaches the program as "${seen}"`, async (t) => {
      const { JWT_SECRET, PORT } = process.env;
      t.after(() => {
        for (const [name, value] of Object.entries({ JWT_SECRET, PORT })) {
          if (value === undefined) delete process.env[name];
          else process.env[name] = value;
        }
      });
      process.env.PORT = '0';
      if (given === undefined) delete process.env.JWT_SECRET;
      else process.env.JWT_SECRET = given;
      const { started, said } = run(
        `secret-${given}`,
        programOf("{ method: 'GET', path: '/', handler: () => ({ secret: process.env.JWT_SECRET }) }"),
      );
      await started;
      const [, url] = await said(/Listening on (http:\S+)/);
      const { secret } = (await (await fetch(url!)).json()) as { secret: string };
      if (given === undefined) assert.match(secret, /^[\w-]{43}$/);
      else assert.equal(secret, seen);
    });
  }

  it('tells how to run a program that is a command', async () => {
    process.env.PORT = String(await freePort());
    const { started, said } = run('command', new Map([['tool.ts', "console.log('Usage: tool');\n"]]), 'tool.ts');
    await started;
    await said(/Usage: tool\n+This program does not listen: it is a command\. Run it with: npx tsx \S+\/tool\.ts …/);
    delete process.env.PORT;
  });

  it('shows what the compiler has against a program that runs', async () => {
    process.env.PORT = String(await freePort());
    const { started, said } = run('types', programOf('', "const title: number = 'text';\nconsole.log(title);"));
    await started;
    const [text] = await said(/The compiler reports type errors:\n.*/);
    assert.match(text, /main\.ts:2:7 Type 'string' is not assignable to type 'number'\./);
    delete process.env.PORT;
  });

  it('does without the compiler where its project cannot be written', async () => {
    const src = writeProgram(join(folder.path, 'unwritable'), new Map([['main.ts', "const a: number = 'x';\n"]]));
    assert.equal((await typeErrors(src)).length, 1);
    assert.deepEqual(await typeErrors(src, undefined, join(src, 'main.ts', 'types')), []);
  });

  it('survives a crash of the program, and waits for the next save', async () => {
    process.env.PORT = String(await freePort());
    const crash = programOf(
      "{ method: 'GET', path: '/', handler: () => { setImmediate(() => { throw new Error('boom'); }); return 1; } }",
    );
    const { started, said, save, clear } = run('crash', crash);
    await started;
    const [, url] = await said(/Listening on (http:\S+)/);
    await fetch(url!).catch(() => {});
    await said(/Error: boom[\s\S]*The program crashed\. Waiting for the next save\./);
    clear();
    save(hello('again').get('main.ts')!);
    await said(/Listening on/);
    assert.deepEqual(await (await fetch(url!)).json(), { word: 'again' });
    delete process.env.PORT;
  });

  it('says that the program has ended itself, even with exit code 0', async () => {
    process.env.PORT = String(await freePort());
    const exits = programOf("{ method: 'GET', path: '/', handler: () => process.exit(0) }");
    const { started, said } = run('exit', exits);
    await started;
    const [, url] = await said(/Listening on (http:\S+)/);
    await fetch(url!).catch(() => {});
    await said(
      /The program ended: something stopped the server, or called process\.exit\(\)\. Waiting for the next save\./,
    );
    delete process.env.PORT;
  });

  it('does not report a crash when a save replaces a program whose event loop is blocked', async () => {
    process.env.PORT = String(await freePort());
    const blocked = programOf("{ method: 'GET', path: '/', handler: () => { while (true) {} } }");
    const { started, said, save } = run('blocked', blocked);
    await started;
    const [, url] = await said(/Listening on (http:\S+)/);
    const response = fetch(url!).catch(() => {});
    save(hello('free').get('main.ts')!);
    const [text] = await said(/Saved\. Starting again …[\s\S]*Listening on/);
    assert.doesNotMatch(text, /crashed|ended/);
    await response;
    delete process.env.PORT;
  });

  it('says who holds a busy port, and takes the next free one', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
    process.env.PORT = String(port);
    const { started, said } = run('busy', hello('other'));
    await started;
    const [, holder, other] = await said(new RegExp(`Port ${port} is taken by (.+)\\. Using (\\d+) instead\\.`));
    if (process.platform === 'linux') assert.match(holder!, new RegExp(`\\(process ${process.pid}\\)$`));
    assert.deepEqual(await (await fetch(`http://127.0.0.1:${other}/`)).json(), { word: 'other' });
    server.close();
    delete process.env.PORT;
  });

  it('lets a request finish when it is stopped, unless somebody cannot wait', async () => {
    process.env.PORT = '0';
    const slow = programOf(
      "{ method: 'GET', path: '/:ms', handler: (ctx) => { console.log('begun'); return wait(Number(ctx.param('ms')), 1); } }",
      "import { setTimeout as wait } from 'node:timers/promises';",
    );
    const ask = async (milliseconds: number) => {
      const { started, said } = run('slow', slow);
      await started;
      const [, url] = await said(/Listening on (http:\S+)/);
      const answer = fetch(`${url}/${milliseconds}`).then(({ status }) => status);
      answer.catch(() => {});
      await said(/begun/);
      return { answer };
    };
    const finished = await ask(2_500);
    await runner!.stop();
    assert.equal(await finished.answer, 200);
    const endless = await ask(1_000_000);
    const stopped = runner!.stop();
    runner!.kill();
    await stopped;
    await assert.rejects(endless.answer);
    delete process.env.PORT;
  });

  it('refuses a PORT that is none', async () => {
    process.env.PORT = 'abc';
    await assert.rejects(run('port', hello('x')).started, /PORT is "abc"\. A port is an integer from 0 to 65535\./);
    delete process.env.PORT;
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
