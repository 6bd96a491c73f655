import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { styles, writtenFiles } from '../../verify/refactoring/styles.ts';
import { allChapters, type Chapter } from '../chapters.ts';
import { type Files, solutionOf, starterOf, writeFiles } from '../starters.ts';
import { testFolder } from '../test-folder.fixture.ts';
import { gather } from './gather.ts';
import { conflictsIn } from './marks.ts';
import { carriedInto, NotCarried, originsOf } from './origin.ts';
import { ownershipLine, ownershipOf } from './ownership.ts';
import { writeTree } from './tree.ts';

/** Part V: the learner's framework of chapters 23 to 27 in chapter 28. */
describe('a framework of one’s own', () => {
  let folder: ReturnType<typeof testFolder>;
  let chapters: Chapter[];
  before(() => {
    folder = testFolder();
    // Only the learner's folders are copies.
    chapters = allChapters().map((chapter) => ({ ...chapter, src: join(folder.path, chapter.slug) }));
  });
  beforeEach(() => {
    for (const chapter of chapters.filter(({ number }) => number >= '22')) writeFiles(chapter.src, starterOf(chapter));
  });
  after(() => folder.remove());

  const chapter = (number: string) => chapters.find((each) => each.number === number)!;
  const origins = () => originsOf(chapter('28'), chapters);

  /** Each chapter is written on our starter, in another style. */
  function write(number: string, style: string, change: (files: Files) => void = () => {}): void {
    const { write } = styles.find(({ name }) => name === style)!;
    const files = new Map(
      write(solutionOf(chapter(number)), writtenFiles(chapter(number), chapter(number).sources.slice(-1))),
    );
    change(files);
    writeFiles(chapter(number).src, files);
  }

  it('comes from chapters 23 to 27, and 23 starts a program of its own', () => {
    assert.deepEqual(
      origins().map(({ number }) => number),
      ['23', '24', '25', '26', '27'],
    );
    assert.deepEqual(
      ['12', '16', '22', '24'].map((number) => originsOf(chapter(number), chapters).map((origin) => origin.number)),
      [['11'], ['14'], ['21'], ['23']],
    );
    assert.throws(
      () => originsOf(chapter('23'), chapters),
      new NotCarried(
        "Chapter 23 starts a new program. It doesn't continue that of chapter 22, so it has nothing to carry on.",
      ),
    );
    assert.throws(
      () => originsOf(chapter('15'), chapters),
      new NotCarried(
        'The tests of chapter 15 are for our version of the program, so it has nothing to carry on. Your own code goes on in chapter 16.',
      ),
    );
  });

  it('has the learner’s files of every chapter, ours for unfinished ones, and the blog as it is', () => {
    write('23', 'functions moved');
    write('24', 'renamed');
    write('25', 'terse', (files) => files.set('lib/own.ts', 'export const own = 1;\n'));
    write('27', 'verbose');
    const own = origins().filter(({ number }) => number !== '26');
    const { tree } = carriedInto(chapter('28'), origins(), own);
    assert.deepEqual(
      [...tree.values()].flatMap((content) => conflictsIn(String(content))),
      [],
    );
    const [router, cookies, chain, container, field] = ['router', 'cookies', 'chain', 'container', 'field'].map(
      (name) => String(tree.get(`framework/${name}.ts`)),
    );
    const solution = solutionOf(chapter('28'));
    assert.match([...tree.keys()].join(), /framework\/moved-/);
    assert.notEqual(router, solution.get('framework/router.ts'));
    assert.notEqual(cookies, solution.get('framework/cookies.ts'));
    assert.doesNotMatch(chain!, /\/\*\*/);
    assert.equal(container, solution.get('framework/container.ts'));
    assert.match(field!, /Here I return/);
    assert.equal(tree.get('lib/own.ts'), 'export const own = 1;\n');
    assert.equal(tree.get('main.ts'), starterOf(chapter('28')).get('main.ts'));
    assert.equal(tree.has('kitchen/oven.ts'), false);
  });

  it('code that was already carried on, or copied by hand, is not merged again', () => {
    write('23', 'renamed');
    const next = carriedInto(chapter('24'), [chapter('23')], [chapter('23')]);
    const file = 'framework/router.ts';
    const later = `${String(next.tree.get(file))}// Written in chapter 24.\n`;
    writeTree(chapter('24').src, new Map(next.tree).set(file, later), folder.path);
    const both = [chapter('23'), chapter('24')];
    const tree = gather(both, both);
    assert.match(String(tree.get(file)), /Written in chapter 24/);
    assert.deepEqual(conflictsIn(String(tree.get(file))), []);
  });

  it('two versions of the same lines are a conflict between chapters', () => {
    write('23', 'renamed');
    const { tree, fates } = carriedInto(chapter('28'), origins(), [chapter('23')]);
    const file = 'framework/router.ts';
    const titles = { mine: 'your code of chapter 23', starter: 'our solution of chapter 25' };
    assert.deepEqual(conflictsIn(String(tree.get(file)))[0]?.titles.starter, titles.starter);
    assert.equal(fates.find((each) => each.file === file)?.fate, 'conflict');
  });

  it('counts the lines that the learner has written, as they are there', () => {
    const last = chapter('28');
    const none = ownershipOf(last, chapters)!;
    assert.equal(none.yours, 0);
    assert.ok(none.all > 500, `only ${none.all} lines`);
    const file = join(last.src, 'framework', 'app.ts');
    writeFileSync(file, `${starterOf(last).get('framework/app.ts')}\nexport const own = 1;\n  }\n`);
    assert.deepEqual(ownershipOf(last, chapters), { yours: 1, all: none.all + 1 });
    for (const number of ['23', '24', '25', '26', '27']) write(number, 'renamed');
    const { tree } = carriedInto(last, origins(), origins());
    writeTree(last.src, tree, folder.path);
    const { yours, all } = ownershipOf(last, chapters)!;
    assert.ok(yours > all / 3 && yours < all, `${yours} of ${all}`);
    assert.match(ownershipLine(last, chapters)!, /^[\d,]+ of [\d,]+ lines of this framework are yours\.$/);
    rmSync(chapter('23').src, { recursive: true });
    assert.ok(ownershipOf(last, chapters)!.yours < yours, 'what nobody can see in chapter 23 is not counted');
    assert.equal(ownershipOf(chapter('24'), chapters), undefined);
    assert.equal(ownershipOf(chapter('01'), chapters), undefined);
  });
});
