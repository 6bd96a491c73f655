import { existsSync } from 'node:fs';
import type { Chapter } from '../chapters.ts';
import { starterOf } from '../starters.ts';
import type { Workshop } from '../workshop.ts';
import { addsOnlyTests, carriedInto, isMarked, namesOf, originsOf } from './origin.ts';
import { ownershipLine } from './ownership.ts';
import { isSameTree, readTree } from './tree.ts';

/** What `npm run chapter` says about the learner's own code, in a line or two. */
export function carryLines(workshop: Workshop, chapter: Chapter): string[] {
  return lines(() => [lineFor(workshop, chapter) ?? ownershipIn(workshop, chapter)]);
}

/** What `npm test` says when all steps are done. */
export function linesAfter(workshop: Workshop, chapter: Chapter, next: Chapter | undefined): string[] {
  return lines(() => [ownershipIn(workshop, chapter), next && lineFor(workshop, next)]);
}

/** It is only an offer: a file that can't be read must not end the command that makes it. */
function lines(find: () => (string | undefined)[]): string[] {
  try {
    return find().filter((line) => line !== undefined);
  } catch {
    return [];
  }
}

function ownershipIn(workshop: Workshop, chapter: Chapter): string | undefined {
  // Counting takes time, and without a finished chapter there is little to count.
  return workshop.finished().length > 0 ? ownershipLine(chapter, workshop.chapters) : undefined;
}

/** Undefined if the chapter has been started already, or if there is nothing to carry. */
function lineFor(workshop: Workshop, chapter: Chapter): string | undefined {
  if (chapter.sources.length < 2 || addsOnlyTests(chapter)) return undefined;
  const origins = originsOf(chapter, workshop.chapters);
  const { number } = chapter;
  const { tree } = readTree(chapter.src);
  const open = [...tree.values()].filter(isMarked).length;
  if (open > 0)
    return `${open} ${open === 1 ? 'file has' : 'files have'} conflicts with your own code. They are listed by: npm run carry ${number}`;
  const finished = workshop.finished().map(({ slug }) => slug);
  const own = origins.filter(({ slug, src }) => finished.includes(slug) && existsSync(src));
  // In this order: generating a starter takes longer than a page of the site should.
  if (own.length === 0 || !isSameTree(tree, starterOf(chapter))) return undefined;
  const { fates } = carriedInto(chapter, origins, own);
  if (fates.every(({ fate }) => fate === 'taken out')) return undefined;
  return `To continue in chapter ${number} with your own code of ${namesOf(own)} instead of ours: npm run carry ${number}`;
}
