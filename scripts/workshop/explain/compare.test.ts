import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { stripVTControlCharacters as plain } from 'node:util';
import type { Chapter } from '../chapters.ts';
import { explainView } from '../explain-view.ts';
import { hashOf, Progress } from '../progress.ts';
import { type Files, readFiles, solutionAt, solutionOf, writeFiles } from '../starters.ts';
import { writeState } from '../state-file.ts';
import { copyOfChapter, testFolder } from '../test-folder.fixture.ts';
import { compareRuns, compareStep } from './compare.ts';

describe('your version of a step and ours', () => {
  let folder: ReturnType<typeof testFolder>;
  beforeEach(() => {
    folder = testFolder();
  });
  afterEach(() => folder.remove());

  /** Code that has passed these steps in its last check. */
  async function compared(slug: string, step: number, write: (files: Files) => Files, passing?: readonly number[]) {
    const chapter = copyOfChapter(slug, folder.path);
    writeFiles(chapter.src, write(solutionAt(chapter, passing?.at(-1) ?? Infinity)));
    const numbers = passing ?? chapter.steps.map(({ number }) => number);
    const steps = Object.fromEntries(numbers.map((number) => [number, true]));
    const entry = { steps, hash: hashOf(readFiles(chapter.src)), hints: {}, passed: numbers };
    writeState(join(folder.path, '.workshop', 'progress.json'), { [slug.slice(3)]: entry });
    const comparison = await compareStep(chapter, step, new Progress(join(folder.path, '.workshop')));
    return { chapter, comparison, view: viewOf(chapter, step, comparison) };
  }
  const viewOf = (chapter: Chapter, step: number, comparison: Awaited<ReturnType<typeof compareStep>>, width = 80) =>
    plain(explainView(chapter, step, width, comparison));
  const edited = (file: string, find: string, replace: string) => (files: Files) => {
    const text = files.get(file)!;
    assert.ok(text.includes(find), `${file} has ${find}`);
    return new Map(files).set(file, text.replaceAll(find, replace));
  };
  const controller = 'posts/posts.controller.ts';
  const service = 'posts/posts.service.ts';

  it('that are identical show ours alone, as before', async () => {
    const { view, comparison } = await compared('05-injection', 2, (files) => files);
    assert.match(
      view,
      /= Both versions pass the same \d+ checks of this step\.\n {2}= What you have written .* to the letter/,
    );
    assert.match(view, /\n\nOur version, compared with step 1\.[\s\S]*\n\+ {2}@inject/);
    assert.equal(comparison.isOpen, false);
  });

  it('stand next to each other where they differ, and nothing of a later step is shown', async () => {
    const write = edited(controller, 'readonly posts!', 'readonly store!');
    const both = (files: Files) => edited(controller, 'this.posts', 'this.store')(write(files));
    const { view, chapter, comparison } = await compared('05-injection', 2, both, [1, 2]);
    assert.match(view, /= The two are the same program, up to names, types and order\./);
    assert.match(
      view,
      /^yours │ .*private readonly store!: PostsService;\nours {2}│ .*private readonly posts!: PostsService;$/m,
    );
    assert.doesNotMatch(view, /Log|onStart/, 'steps 3 and 4 are open');
    const wide = viewOf(chapter, 2, comparison, 160);
    assert.match(wide, /private readonly store!: PostsService; +│ .*private readonly posts!: PostsService;$/m);
  });

  it('say that nothing is known if the code has changed since its last check', async () => {
    const { chapter } = await compared('05-injection', 2, (files) => files);
    writeFiles(chapter.src, edited(controller, "'Post not found'", "'No such post'")(solutionOf(chapter)));
    const { statements, isOpen } = await compareStep(chapter, 2, new Progress(join(folder.path, '.workshop')));
    assert.match(statements[0]!.text, /has changed since its last check.*npm test 05/);
    assert.equal(isOpen, false);
  });

  it('tell files, state, packages and what the compiler can’t check apart, and guess nothing', async () => {
    const write = (files: Files) => {
      const own = edited(service, 'async list', 'readonly #seen: any[] = [];\n\n  async list')(files);
      const text = own
        .get(service)!
        .replace('export class', "import lodash from 'lodash';\nimport { tidy } from './tidy.ts';\n\nexport class");
      const counting = text.replace(
        /\n}\n$/,
        '\n\n  note(id: string) {\n    console.log(lodash, tidy(id));\n    this.#seen.push(id);\n  }\n}\n',
      );
      return new Map(own)
        .set(service, counting)
        .set('posts/tidy.ts', 'export function tidy(text: string) {\n  return text;\n}\n');
    };
    const { comparison } = await compared('06-database', 2, write);
    const texts = comparison.statements.map(({ text }) => text).join('\n');
    assert.match(texts, /`src\/posts\/tidy\.ts` exists only in your version\./);
    assert.match(texts, /Your `PostsService` keeps values in memory, in `#seen`: all requests share its one instance/);
    assert.match(texts, /imports the package `lodash`, which ours doesn’t need/);
    assert.match(texts, /tells the compiler once to check nothing .* and ours never/);
    assert.match(texts, /prints with `console`/);
    assert.match(texts, /your version has \d+ lines of code, and ours has \d+/);
    assert.doesNotMatch(texts, /same program/);
  });

  it('count statements, routes and what is injected when both programs run', async () => {
    const write = (files: Files) => {
      const looking = edited(
        service,
        'async find(id: string): Promise<Post | undefined> {',
        'async find(id: string): Promise<Post | undefined> {\n    await this.db.get`select id from posts where id = ${id}`;',
      )(files);
      const logging = edited(
        controller,
        'private readonly posts!: PostsService;',
        'private readonly posts!: PostsService;\n  @inject(Log) readonly log!: Log;',
      )(looking);
      return edited(controller, 'inject, type Route', 'inject, Log, type Route')(logging);
    };
    const { chapter, comparison } = await compared('06-database', 3, write);
    assert.equal(comparison.isOpen, true);
    const texts = (await compareRuns(chapter, 3, comparison)).map(({ text }) => text);
    assert.deepEqual(texts, [
      '`GET /posts/:id` sends 2 statements to the database in your version, and 1 statement in ours.',
      'Your `PostsController` gets `Log`, which ours doesn’t need.',
    ]);
    const broken = {
      ...comparison,
      versions: { ...comparison.versions, yours: new Map([['main.ts', 'throw new Error();']]) },
    };
    assert.deepEqual(await compareRuns(chapter, 3, broken), [], 'nothing is said about a program that fails');
  });
});
