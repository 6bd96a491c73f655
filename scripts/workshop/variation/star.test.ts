import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stripVTControlCharacters as plain } from 'node:util';
import { mark } from '../../site/layout.ts';
import type { CarryOutcome } from '../carry/carry.ts';
import { carryView } from '../carry/view.ts';
import { allChapters } from '../chapters.ts';

const [first, second] = allChapters() as [Chapter, Chapter];
type Chapter = ReturnType<typeof allChapters>[number];

describe('the star of a variation', () => {
  it("is a part of the mark on the site's board, for a chapter that is done", () => {
    const markOf = (done: number, hasStar: boolean) =>
      String(mark({ chapter: first, done, total: 4, isDone: done === 4, hasStar }));
    assert.match(markOf(4, true), /data-star\b.*aria-label="done, with a star"/);
    assert.match(markOf(4, false), /aria-label="done"/);
    assert.doesNotMatch(markOf(4, false), /data-star/);
    assert.match(markOf(2, false), /aria-label="2 of 4 steps done"/);
  });

  it('is mentioned when code with a star is carried into the next chapter', () => {
    const title = `On your own: ${first.variation?.title}`;
    const viewOf = (keepsVariation?: boolean) => plain(carryView({ ...carried, keepsVariation }));
    assert.match(viewOf(true), new RegExp(`★ ${title}: it works in chapter 02, too`));
    assert.match(
      viewOf(false),
      new RegExp(`☆ ${title}: not all of its rules hold in chapter 02. Nothing in this chapter needs it`),
    );
    assert.doesNotMatch(viewOf(), /On your own/);
  });
});

const carried: CarryOutcome = {
  chapter: second,
  origins: [first],
  fates: [{ file: 'hello.controller.ts', fate: 'yours' }],
  conflicts: new Map(),
  left: [],
  substituted: [],
} as unknown as CarryOutcome;
