import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { stripVTControlCharacters as plain } from 'node:util';
import { cli, createApp, provide } from 'trellis';
import CarryController from '../../commands/learn/carry.ts';
import { workshopModule } from '../../commands/workshop.module.ts';
import { Site } from '../../site/site.ts';
import type { Chapter } from '../chapters.ts';
import { hashOf } from '../progress.ts';
import { readFiles, solutionOf, starterOf, writeFiles } from '../starters.ts';
import { writeState } from '../state-file.ts';
import { Terminal } from '../terminal.ts';
import { copyOfChapter, testFolder } from '../test-folder.fixture.ts';
import { Workshop } from '../workshop.ts';
import { carryLines, linesAfter } from './offer.ts';
import { readTree } from './tree.ts';

/** Keeps what is printed. */
class Recorder extends Terminal {
  printed = '';

  override print(text: string): void {
    this.printed += `${text}\n`;
  }
}

const service = 'posts/posts.service.ts';

describe('npm run carry', () => {
  let folder: ReturnType<typeof testFolder>;
  let chapters: Record<string, Chapter>;

  before(() => {
    folder = testFolder();
    const slugs = ['01-hello-route', '02-paths', '04-controllers', '05-injection', '06-database'];
    chapters = Object.fromEntries(slugs.map((slug) => [slug.slice(0, 2), copyOfChapter(slug, folder.path)]));
  });
  beforeEach(() => {
    rmSync(join(folder.path, '.workshop'), { recursive: true, force: true });
    for (const chapter of Object.values(chapters)) writeFiles(chapter.src, starterOf(chapter));
  });
  after(() => folder.remove());

  async function run(...words: string[]): Promise<{ code: number; output: string }> {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const terminal = new Recorder();
    const overrides = [provide(Workshop, { value: new Workshop(folder.path) }), provide(Terminal, { value: terminal })];
    const app = createApp(workshopModule(CarryController), {
      platform: cli({ name: 'npm run', stdout, stderr }),
      overrides,
    });
    const code = await app.run(['carry', ...words]);
    stdout.end();
    stderr.end();
    return { code, output: plain((await text(stdout)) + terminal.printed + (await text(stderr))) };
  }

  /** The solution with some files changed, as if its checks had just passed. */
  function finish(number: string, changes: Record<string, (text: string) => string> = {}): void {
    const chapter = chapters[number]!;
    const files = solutionOf(chapter);
    for (const [name, change] of Object.entries(changes)) files.set(name, change(files.get(name) ?? ''));
    writeFiles(chapter.src, files);
    const steps = Object.fromEntries(chapter.steps.map((step) => [step.number, true]));
    const passed = chapter.steps.map((step) => step.number);
    const entry = { steps, passed, hints: {}, hash: hashOf(readFiles(chapter.src)) };
    writeState(join(folder.path, '.workshop', 'progress.json'), { [chapter.slug.slice(3)]: entry });
  }

  const fileOf = (number: string, name: string) => readFileSync(join(chapters[number]!.src, name), 'utf8');
  const renamed = (source: string) => source.replaceAll('#posts', '#all');
  const saved = () => readdirSync(join(folder.path, '.workshop', 'saved'));

  it('merges the own code with the new starter, saves what was there, and checks both', async () => {
    const { src } = chapters['01']!;
    // Not recorded as finished, so its checks run.
    writeFiles(src, solutionOf(chapters['01']!));
    const own = fileOf('01', 'hello.controller.ts').replace('hello(', 'greet(').replace('this.hello', 'this.greet');
    writeFileSync(join(src, 'my.controller.ts'), own);
    rmSync(join(src, 'hello.controller.ts'));
    writeFileSync(
      join(src, 'app.module.ts'),
      `// Mine.\n${fileOf('01', 'app.module.ts').replace('./hello.', './my.')}`,
    );
    writeFileSync(join(chapters['02']!.src, 'draft.ts'), 'export {};\n');
    const { code, output } = await run('02');
    assert.match(output, /^Chapter 02 with your code of chapter 01\n/);
    assert.match(
      output,
      / {2}as you wrote them:\n {4}src\/my\.controller\.ts \(src\/hello\.controller\.ts of the starter\)\n/,
    );
    assert.match(output, / {2}yours, with what the chapter changes:\n {4}src\/app\.module\.ts\n/);
    assert.match(output, /\nWhat was in chapter 02 is saved: npm run reset 02 02-paths-\S+\n/);
    assert.match(output, /\nThe checks of chapter 01 on it: [1-9]\d* pass\.\nStart it: npm run chapter 02\./);
    assert.equal(code, 0);
    assert.match(fileOf('02', 'app.module.ts'), /^\/\/ Mine\.\n/);
    assert.equal(existsSync(join(chapters['02']!.src, 'draft.ts')), false);
    assert.equal(readdirSync(join(folder.path, '.workshop', 'saved', saved()[0]!)).includes('draft.ts'), true);
  });

  it('shows conflicts with both sides, and takes one of them', async () => {
    finish('05', {
      [service]: (source) => renamed(source).replace('randomUUID(),', '`${randomUUID()}`,'),
      'app.module.ts': (source) => source.replace('[PostsModule, AdminModule]', '[AdminModule, PostsModule]'),
    });
    const { code, output } = await run('06');
    assert.equal(code, 1);
    assert.match(output, /2 files can't be merged without you/);
    assert.match(output, /src\/posts\/posts\.service\.ts\n {2}Line \d+\n {4}your code of chapter 05:\n.*#?.*\n/);
    assert.match(output, /the new starter of chapter 06:\n.* imports: \[PostsModule, AdminModule, NewsletterModule\],/);
    assert.match(
      output,
      /\n {2}npm run carry 06 mine src\/app\.module\.ts\n {2}npm run carry 06 starter src\/app\.module\.ts\n/,
    );
    const marked = fileOf('06', service);
    assert.match(marked, /^<<<<<<< your code of chapter 05$/m);
    assert.match(carryLines(new Workshop(folder.path), chapters['06']!).join(), /^2 files have conflicts/);

    const again = await run('06');
    assert.match(
      again.output,
      /2 files can't be merged without you/,
      'it looks at the open conflicts instead of starting again',
    );
    assert.equal(fileOf('06', service), marked);

    const unknown = await run('06', 'mine', 'src/../../04-controllers/src/main.ts');
    assert.match(
      unknown.output,
      /has no file src\/\.\.\/.* These have conflicts: src\/app\.module\.ts, src\/posts\/posts\.service\.ts\./,
    );

    const mine = await run('06', 'mine', service);
    assert.match(mine.output, /1 file can't be merged without you/);
    assert.doesNotMatch(fileOf('06', service), /^[<=>]{7}/m);
    assert.match(fileOf('06', service), /#all/);
    writeFileSync(join(chapters['06']!.src, service), marked);

    const one = await run('06', 'starter', 'chapters/06-database/src/app.module.ts');
    assert.match(one.output, /1 file can't be merged without you/);
    assert.equal(fileOf('06', 'app.module.ts'), starterOf(chapters['06']!).get('app.module.ts'));
  });

  it('a program that no longer starts says why, lists type errors, and names the way back', async () => {
    const broken = "const broken: string = 1;\nif (broken) throw new Error('on purpose');\n";
    finish('01', { 'main.ts': (source) => broken + source });
    const { code, output } = await run('02');
    assert.equal(code, 1);
    assert.match(output, /The program doesn't start\./);
    assert.match(output, /on purpose/);
    assert.match(output, /chapters\/02-paths\/src\/main\.ts:\d+:\d+ Type 'number' is not assignable to type 'string'/);
    assert.match(output, /npm run reset 02 \(what is there now is saved first\)/);
  });

  it('an unfinished chapter is not carried, and nothing changes', async () => {
    const before = readTree(chapters['05']!.src);
    const untouched = await run('05');
    assert.equal(untouched.code, 1);
    assert.match(untouched.output, /^Chapter 04 is still the starter/);
    writeFileSync(join(chapters['04']!.src, 'main.ts'), 'const x = ;\n');
    const broken = await run('05');
    assert.match(
      broken.output,
      /^Your program of chapter 04 doesn't start\. npm test 04 shows it\.\nNothing was changed\.\n$/,
    );
    rmSync(chapters['04']!.src, { recursive: true });
    assert.match((await run('05')).output, /^chapters\/04-controllers\/src is missing\..*npm run reset 04/);
    assert.deepEqual(readTree(chapters['05']!.src), before);
  });

  const refused: [string[], RegExp][] = [
    [['01'], /^Chapter 01 is the first one: it has nothing to carry on\.\n$/],
    [['99'], /No chapter is called "99"/],
    [['06', 'both'], /"both" is neither "mine" nor "starter"/],
    [['06', 'mine'], /^Chapter 06 has no open conflicts\.\n$/],
    [['06'], /^Your code of chapter 05 is the same as ours, so the starter of chapter 06 already continues it\.\n$/],
  ];
  for (const [words, message] of refused)
    it(`carry ${words.join(' ')} is refused with the reason`, async () => {
      finish('05');
      const { code, output } = await run(...words);
      assert.notEqual(code, 0);
      assert.match(output, message);
      assert.deepEqual(readFiles(chapters['06']!.src), starterOf(chapters['06']!));
    });

  it('what can’t be saved is not replaced', async () => {
    finish('05', { [service]: renamed });
    writeFileSync(join(chapters['06']!.src, 'main.ts'), 'my work\n');
    mkdirSync(join(folder.path, '.workshop'), { recursive: true });
    writeFileSync(join(folder.path, '.workshop', 'saved'), 'a file where a folder must be');
    const { code, output } = await run('06');
    assert.equal(code, 1);
    assert.match(output, /Your work can't be saved, so nothing was changed/);
    assert.equal(fileOf('06', 'main.ts'), 'my work\n');
  });

  it('a file in the place of a folder is reported, and stays', async () => {
    finish('05', { [service]: renamed });
    const { src } = chapters['06']!;
    rmSync(src, { recursive: true });
    writeFileSync(src, 'not a folder\n');
    const { code, output } = await run('06');
    assert.equal(code, 1);
    assert.match(output, /^Your code can't be carried on: ENOTDIR.* What to do: npm run doctor\n$/);
    assert.equal(readFileSync(src, 'utf8'), 'not a folder\n');
    rmSync(src);
  });

  it('is offered while the next chapter is untouched and the code differs from ours', async () => {
    const offer = () => linesAfter(new Workshop(folder.path), chapters['05']!, chapters['06']);
    assert.deepEqual(offer(), [], 'chapter 05 is not finished');
    finish('05');
    assert.deepEqual(offer(), [], 'it is the same as ours');
    finish('05', { [service]: renamed });
    const line = 'To continue in chapter 06 with your own code of chapter 05 instead of ours: npm run carry 06';
    assert.deepEqual(offer(), [line]);
    assert.deepEqual(carryLines(new Workshop(folder.path), chapters['06']!), [line]);
    const site = new Site(folder.path);
    const page = String(await site.page(site.content.ofChapter('06-database'), site.liveView()));
    assert.match(
      page,
      /<p class="soft">To continue in chapter 06 .* instead of ours: <code>npm run carry 06<\/code><\/p>/,
    );
    cpSync(join(chapters['05']!.src, service), join(chapters['06']!.src, service));
    assert.deepEqual(offer(), [], 'chapter 06 has been started');
    rmSync(chapters['06']!.src, { recursive: true });
    assert.deepEqual(offer(), [], 'a missing folder is no reason to fail');
  });
});
