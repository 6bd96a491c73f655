import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Chapter } from './chapters.ts';
import { findChapter } from './find-chapter.ts';

const chapters = ['01-hello-route', '02-paths', '05-injection', '15-hardening'].map(
  (slug): Chapter => ({
    number: slug.slice(0, 2),
    slug,
    title: slug,
    unit: 'step',
    steps: [],
    folder: '',
    src: '',
    solution: '',
    sources: [],
  }),
);

describe('a chapter is named', () => {
  const folders = ['05-injection/', 'chapters/05-injection', './chapters/05-injection/', 'chapters\\05-injection\\'];
  for (const word of ['5', '05', '05-injection', 'injection', ' 05 ', 'INJECTION', ...folders]) {
    it(`by "${word}"`, () => assert.equal(findChapter(word, chapters).slug, '05-injection'));
  }

  const all = 'The chapters are 01-hello-route to 15-hardening.';
  const unknown: [string, string][] = [
    ['4', `No chapter is called "4". ${all}`],
    ['99', `No chapter is called "99". ${all}`],
    ['injektion', 'No chapter is called "injektion". Did you mean 05-injection?'],
    ['05-inject', 'No chapter is called "05-inject". Did you mean 05-injection?'],
    ['hard', 'No chapter is called "hard". Did you mean 15-hardening?'],
    ['05-', 'No chapter is called "05-". Did you mean 05-injection?'],
    ['005', 'No chapter is called "005". Did you mean 05-injection?'],
    ['01 02', 'No chapter is called "01 02". Did you mean 01-hello-route?'],
    ['../etc', `No chapter is called "../etc". ${all}`],
  ];
  for (const [word, message] of unknown) {
    it(`but not by "${word}", whose error names existing chapters`, () =>
      assert.throws(() => findChapter(word, chapters), { message }));
  }
});
