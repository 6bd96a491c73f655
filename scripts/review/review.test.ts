import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters as plain } from 'node:util';
import { Clock, cli, createApp, provide } from 'trellis';
import { ManualClock } from 'trellis/testing';
import ReviewController from '../commands/learn/review.ts';
import { workshopModule } from '../commands/workshop.module.ts';
import { verifyReview } from '../verify/review.ts';
import { boardOf } from '../workshop/board.ts';
import { type Chapter, root } from '../workshop/chapters.ts';
import { mistakesOf } from '../workshop/known-mistakes.ts';
import { Terminal } from '../workshop/terminal.ts';
import { copyOfChapter, copyOfChapter01, testFolder } from '../workshop/test-folder.fixture.ts';
import { Workshop } from '../workshop/workshop.ts';
import { tasksOf } from './deck.ts';
import { Schedule } from './schedule.ts';
import { ReviewSession } from './session.ts';
import { wrongLines } from './spot.ts';
import { titles } from './task.ts';

const day = 24 * 3_600_000;

/** Types the input that the test chooses from the output since the last input. */
class Typist extends Terminal {
  override readonly isInteractive = false;
  override readonly width = 80;
  output = '';
  readonly #type: (shown: string) => string | undefined;
  #seen = 0;

  constructor(type: (shown: string) => string | undefined) {
    super();
    this.#type = type;
  }

  override print(line: string): void {
    this.output += `${plain(line)}\n`;
  }

  override async ask(): Promise<string | undefined> {
    const shown = this.output.slice(this.#seen);
    this.#seen = this.output.length;
    return this.#type(shown);
  }
}

describe('review', () => {
  let folder: ReturnType<typeof testFolder>;
  let chapter: Chapter;
  let clock: ManualClock;
  const state = () => join(folder.path, '.workshop');
  const schedule = () => new Schedule(state(), () => clock.now());
  const stored = (): Record<string, { solved: number }> =>
    JSON.parse(readFileSync(join(state(), 'review.json'), 'utf8'));

  beforeEach(() => {
    folder = testFolder();
    chapter = copyOfChapter01(folder.path);
    cpSync(join(root, 'docs', 'glossary.md'), join(folder.path, 'docs', 'glossary.md'));
    clock = new ManualClock();
  });
  afterEach(() => folder.remove());

  function write(file: string, content: string): void {
    mkdirSync(state(), { recursive: true });
    writeFileSync(join(state(), file), content);
  }

  const finish = () => write('progress.json', JSON.stringify({ 'hello-route': { passed: [1, 2, 3, 4] } }));
  const dueNow = (...ids: string[]) =>
    write('review.json', JSON.stringify(Object.fromEntries(ids.map((id, at) => [id, { solved: 1, due: dateAt(at) }]))));
  /** A due date before the current time: a higher `at` is a later date. */
  const dateAt = (at: number) => new Date(clock.now() - day + at).toISOString();

  /** `npm run review`. */
  async function review(type: (shown: string) => string | undefined): Promise<string> {
    const [stdout, stderr, terminal] = [new PassThrough(), new PassThrough(), new Typist(type)];
    const overrides = [
      provide(Workshop, { value: new Workshop(folder.path) }),
      provide(Terminal, { value: terminal }),
      provide(Clock, { value: clock }),
    ];
    await createApp(workshopModule(ReviewController), {
      platform: cli({ name: 'npm run', stdout, stderr }),
      overrides,
    }).run(['review']);
    stdout.end();
    stderr.end();
    return terminal.output + plain((await text(stdout)) + (await text(stderr)));
  }

  /** The letter in front of an option. */
  const letterOf = (shown: string, option: string) =>
    new RegExp(`^ {2}(\\w) {2}${option.replace(/[^\w ]/g, '\\$&')}$`, 'm').exec(shown)?.[1];

  it('a solved task comes back after 1, 3, 7 and 21 days, and an hour after a miss', () => {
    const id = 'hello-route/name/route';
    const rests = Array.from({ length: 5 }, () => schedule().record(id, true) / day);
    assert.deepEqual(rests, [1, 3, 7, 21, 21]);
    assert.equal(schedule().record(id, false), day / 24);
    assert.equal(schedule().record(id, true), day, 'a miss starts again');
    assert.deepEqual(schedule().due([chapter]), []);
    clock.advance(day - 1);
    assert.deepEqual(schedule().due([chapter]), []);
    clock.advance(1);
    assert.deepEqual(schedule().due([chapter]), [id]);
    assert.deepEqual(schedule().due([{ ...chapter, slug: '07-hello-route' }]), [id], 'under another number');
    assert.deepEqual(schedule().due([]), [], 'only of finished chapters');
  });

  for (const [what, content] of [
    ['no JSON', '{"hello-route/name/route": {'],
    ['an array', '[1]'],
    [
      'entries that are none',
      '{"a": 1, "a/b/c": {"due": 5}, "a/b/d": {"due": "soon"}, "hello-route/name/route": null}',
    ],
  ] as const) {
    it(`tolerates a schedule with ${what}`, () => {
      write('review.json', content);
      assert.deepEqual([...schedule().known()], []);
      schedule().record('hello-route/name/route', true);
      assert.deepEqual(Object.keys(stored()), ['hello-route/name/route']);
    });
  }

  it('a date far in the future, written by a wrong clock, counts as 21 days', () => {
    write('review.json', '{"hello-route/name/route": {"solved": 1, "due": "2199-01-01T00:00:00Z"}}');
    assert.equal(schedule().due([chapter]).length, 0);
    schedule().record('hello-route/name/handler', true);
    clock.advance(21 * day);
    assert.equal(schedule().due([chapter]).length, 2);
  });

  it('the board counts what is due, and one review for a finished chapter that has had none', () => {
    const count = () => schedule().count(new Workshop(folder.path).finished());
    const board = () => plain(boardOf(new Workshop(folder.path).standings(), count()));
    assert.doesNotMatch(board(), /due/);
    finish();
    assert.match(board(), /\n1 review due: npm run review\n$/);
    dueNow('hello-route/name/route', 'hello-route/name/handler');
    assert.match(board(), /\n2 reviews due: npm run review\n$/);
    schedule().record('hello-route/name/route', true);
    schedule().record('hello-route/name/handler', true);
    assert.doesNotMatch(board(), /due/);
  });

  it('the wrong lines are those that a mistake has changed, or those around what it has removed', () => {
    assert.deepEqual(wrongLines('a\nb\nc\n', 'a\nB\nc\n'), [2]);
    assert.deepEqual(wrongLines('a\nb\nc\n', 'a\nb\nb2\nb3\nc\n'), [3, 4]);
    assert.deepEqual(wrongLines('a\nb\nc\n', 'a\nc\n'), [1, 2]);
    assert.deepEqual(wrongLines('a\nb\nc\nd\n', 'A\nb\nc\n'), [1, 3]);
    assert.deepEqual(wrongLines('a\n\nb\nc\n', 'a\n\nc\n'), [1, 3], 'an empty line can’t be wrong');
  });

  it('says which half of an answer about a bug was right', async () => {
    const task = (await tasksOf(chapter)).find(({ id }) => id.endsWith('spot/capped-counter'))!;
    const { code = '', asks, judge } = (await task.pose())!;
    const [, line = ''] = /^ *(\d+) │ .*#visits < 10/m.exec(code) ?? [];
    const [right = '', wrong = ''] = asks[1]!.options!.toSorted((a) => (a === 'The counter stops at ten.' ? -1 : 1));
    assert.match((await judge([line, wrong])).text, /^You have found the line, but something else goes wrong\. Line/);
    assert.match((await judge(['1', right])).text, /^That goes wrong, but on another line\. Line/);
    assert.match((await judge(['1', wrong])).text, /^Line/);
  });

  it('no other option of a bug says nearly the same, and no term of a later chapter is offered without need', async () => {
    const [paths, controllers] = ['02-paths', '04-controllers'].map((slug) => copyOfChapter(slug, folder.path));
    const optionsOf = async (of: Chapter, name: string) => {
      const question = await (await tasksOf(of)).find(({ id }) => id.endsWith(name))!.pose();
      return question!.asks.at(-1)!.options!;
    };
    assert.ok(
      !(await optionsOf(paths!, 'spot/decoded-twice')).includes('The handler decodes the query parameter again.'),
    );
    const terms = await optionsOf(controllers!, 'name/uuid');
    assert.deepEqual(
      terms.filter((term) => ['Module', 'Service', 'Singleton', 'Decorator'].includes(term)),
      [],
    );
  });

  it('the excerpt of a bug contains its line, and the options what goes wrong', async () => {
    const tasks = (await tasksOf(chapter)).filter(({ kind }) => kind === 'spot');
    assert.ok(tasks.length >= 12, `${tasks.length} tasks`);
    for (const { id, pose } of tasks) {
      const { code = '', asks } = (await pose())!;
      const mistake = (await mistakesOf(chapter)).find(({ name }) => id.endsWith(`/${name}`))!;
      assert.ok(asks[1]!.options!.includes(mistake.summary), id);
      assert.ok(code.split('\n').length <= 12, id);
      const [changed = ''] = mistake.edits[0]!.replace.split('\n').filter((line) => line.trim() !== '');
      assert.ok(code.includes(changed.trim()), `${id}: ${changed}\n${code}`);
    }
  });

  it('verify reports a chapter that has fewer than eight tasks', async () => {
    assert.deepEqual(await verifyReview(chapter, false), []);
    rmSync(join(chapter.solution, '..', 'wrong'), { recursive: true });
    rmSync(join(folder.path, 'docs'), { recursive: true });
    const [finding] = await verifyReview(chapter, false);
    assert.match(finding!.problem, /^\d review tasks; at least 8 are required\.$/);
  });

  it('a session has five tasks of several kinds, what is due first, and one repair at most', async () => {
    finish();
    const due = 'hello-route/name/handler';
    dueNow('hello-route/name/a-term-that-was-removed', due);
    const session = new ReviewSession(new Workshop(folder.path), schedule());
    const turns = [];
    for (let turn = await session.next(['repair']); turn; turn = await session.next(['repair'])) turns.push(turn.task);
    assert.equal(turns.length, 5);
    assert.equal(turns[0]!.id, due);
    assert.equal(new Set(turns.map(({ id }) => id)).size, 5);
    assert.ok(new Set(turns.map(({ kind }) => kind)).size >= 2, turns.map(({ id }) => id).join());
    assert.deepEqual(Object.keys(stored()), [due], 'a task that no longer exists is forgotten');
  });

  it('npm run review needs a finished chapter', async () => {
    assert.match(await review(() => 'a'), /Reviews are about chapters that you have finished/);
  });

  it('npm run review asks, marks the answer, and moves the task to a later day', async () => {
    finish();
    dueNow('hello-route/name/handler', 'hello-route/spot/capped-counter');
    const asked: string[] = [];
    const output = await review((shown) => {
      asked.push(shown);
      if (asked.length === 1) return 'nonsense';
      if (asked.length === 2) return letterOf(asked[0]!, 'Handler');
      if (asked.length === 3) return '1';
      if (asked.length === 4) return `line ${/^ +(\d+) │ .*#visits < 10/m.exec(asked[2]!)?.[1]}`;
      if (asked.length === 5) return `${letterOf(shown, 'The counter stops at ten.')})`;
      return 'q';
    });
    assert.match(asked[3]!, /^Type a line number from \d+ to \d+, but not of an empty line, or q to stop\.\n$/);
    assert.match(output, /1 of 5: Name it · chapter 01: Routes and handlers/);
    assert.match(asked[1]!, /^Type a letter from a to d, or q to stop\.\n$/);
    assert.match(output, /Right\. Handler: .*\n[\s\S]*It comes back in 3 days\.\n\n2 of 5: Spot the bug/);
    assert.match(output, /Right\. Line \d+\. The counter stops at ten\./);
    assert.match(output, /POST \/visits adds one and returns the new number\n.*\n[\s\S]*came at the same time/);
    assert.match(output, /\n2 of 2 solved\.\n$/);
    assert.deepEqual(
      Object.values(stored()).map(({ solved }) => solved),
      [2, 2],
    );
  });

  it('a repair is checked until it passes; learners who give up see our version', async () => {
    finish();
    dueNow('hello-route/repair/capped-counter');
    const file = join(state(), 'review', '01-hello-route', 'src', 'hello.controller.ts');
    let count = 0;
    const output = await review((shown) => {
      if (!shown.includes('Save your repair, then press Enter')) return 'q';
      if (++count === 2) writeFileSync(file, readFileSync(file, 'utf8').replace('if (this.#visits < 10) ', ''));
      return '';
    });
    assert.match(output, /Repair · chapter 01/);
    assert.match(output, /A copy of the finished chapter is in \.workshop\/review\/01-hello-route\/src/);
    assert.match(output, /Not yet\. A check still fails\.[\s\S]*Right\. Every check of the chapter passes again\./);
    clock.advance(3 * day);
    const again = await review((shown) => (shown.includes('Repair') ? 'give up' : 'q'));
    assert.match(again, /Not this time\.[\s\S]*\n {2}- +if \(this\.#visits < 10\) this\.#visits\+\+;\n/);
    assert.match(again, /It comes back in 1 hour\./);
  });

  it('a prediction about a request of the checks is decided by the trace of the program', async () => {
    finish();
    dueNow('hello-route/predict/status');
    let options = '';
    const output = await review((shown) => {
      if (options !== '') return 'q';
      options = shown;
      return 'a';
    });
    assert.match(output, new RegExp(`1 of 5: ${titles.predict}`));
    assert.match(output, /Which status does the (last )?request get\?/);
    const [, answer = ''] = /The program says (\d+)/.exec(output) ?? [];
    const letter = letterOf(options, answer);
    assert.match(output, letter === 'a' ? /Right\./ : /Not this time\./);
    assert.match(output, new RegExp(`← ${answer}`));
  });

  it('reads the lines of a real terminal, and ends with them', async () => {
    finish();
    const entry = join(folder.path, 'entry.ts');
    const from = (file: string) => JSON.stringify(pathToFileURL(join(root, 'scripts', file)).href);
    dueNow('hello-route/name/handler');
    writeFileSync(
      entry,
      `import { reviewInTerminal } from ${from('review/in-terminal.ts')};
import { Schedule } from ${from('review/schedule.ts')};
import { Terminal } from ${from('workshop/terminal.ts')};
import { Workshop } from ${from('workshop/workshop.ts')};
const [workshop, terminal] = [new Workshop(${JSON.stringify(folder.path)}), new Terminal()];
console.log(await reviewInTerminal(workshop, terminal, new Schedule(workshop.state)));
terminal.stopAsking();
`,
    );
    const child = spawn(process.execPath, ['--import', 'tsx', entry], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end('x\na\n');
    assert.match(
      plain(await text(child.stdout)),
      /Name it[\s\S]*> Type a letter[\s\S]*> \n(Right|Not this time)\.[\s\S]*1 solved\.\n$/,
    );
  });
});
