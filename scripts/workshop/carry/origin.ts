import { readdirSync } from 'node:fs';
import type { Chapter } from '../chapters.ts';
import { baseOf, type Files, solutionOf, starterOf } from '../starters.ts';
import { gather } from './gather.ts';
import { hasMarks, type Side, settle, type Titles } from './marks.ts';
import { type MergedTree, mergeTrees } from './merge-trees.ts';
import { type Content, readTree, type Tree } from './tree.ts';

/** There is nothing to carry into this chapter. The message says why. */
export class NotCarried extends Error {
  override readonly name = 'NotCarried';
}

/**
 * The chapters whose code goes on in this one, oldest first. Usually it is the one that it builds on. A chapter that puts two
 * programs together, as 28 does with the framework and the blog, takes what the learner has written in all chapters of the
 * first one, because each of them started with our version of the others.
 */
export function originsOf(chapter: Chapter, chapters: readonly Chapter[]): Chapter[] {
  const last = chapters.find(({ sources }) => sources.at(-1) === chapter.sources.at(-2));
  if (last === undefined) throw new NotCarried(startsAnew(chapter, chapters));
  if (addsOnlyTests(chapter)) throw new NotCarried(testsOurs(chapter, chapters));
  if (last.sources[0] === chapter.sources[0]) return [last];
  return chapters.filter(({ slug, sources }) => slug < chapter.slug && sources[0] === chapter.sources[0]);
}

function startsAnew({ number, slug }: Chapter, chapters: readonly Chapter[]): string {
  const before = chapters.findLast((other) => other.slug < slug);
  if (before === undefined) return `Chapter ${number} is the first one: it has nothing to carry on.`;
  return `Chapter ${number} starts a new program. It doesn't continue that of chapter ${before.number}, so it has nothing to carry on.`;
}

/** Whether the chapter tests the program, and has no step that changes it. */
export function addsOnlyTests({ sources }: Chapter): boolean {
  return readdirSync(sources.at(-1)!).every((name) => name === 'tests');
}

function testsOurs({ number, sources }: Chapter, chapters: readonly Chapter[]): string {
  const next = chapters.find((other) => other.number > number && other.sources.at(-2) === sources.at(-2));
  const goesOn = next === undefined ? '' : ` Your own code goes on in chapter ${next.number}.`;
  return `The tests of chapter ${number} are for our version of the program, so it has nothing to carry on.${goesOn}`;
}

export function titlesOf(chapter: Chapter, origins: readonly Chapter[]): Titles {
  return { mine: `your code of ${namesOf(origins)}`, starter: `the new starter of chapter ${chapter.number}` };
}

/** `chapter 05`, `chapters 23 and 25`, or `chapters 23 to 27`. */
export function namesOf(chapters: readonly Chapter[]): string {
  const numbers = chapters.map(({ number }) => number);
  const [first = '', last = ''] = [numbers[0], numbers.at(-1)];
  if (numbers.length < 2) return `chapter ${first}`;
  const isRange = numbers.length > 2 && Number(last) - Number(first) === numbers.length - 1;
  return `chapters ${isRange ? `${first} to` : `${numbers.slice(0, -1).join(', ')} and`} ${last}`;
}

export interface Carried extends MergedTree {
  /** The learner's code as it would be without the new chapter. */
  readonly mine: Tree;
  /** Files and links of the learner that can't be carried. */
  readonly left: readonly string[];
}

/** The learner's code with what is new in the chapter. `own` are the origins whose code is the learner's; for the others it is ours. */
export function carriedInto(chapter: Chapter, origins: readonly Chapter[], own: readonly Chapter[]): Carried {
  const base = treeOf(baseOf(chapter));
  const mine = withoutOther(gather(origins, own), base, origins.at(-1)!);
  const merged = mergeTrees({ base, mine, starter: treeOf(starterOf(chapter)) }, titlesOf(chapter, origins));
  // Marks may also come from two chapters of the learner.
  const fates = merged.fates.map((each) =>
    isMarked(merged.tree.get(each.file)) ? { ...each, fate: 'conflict' as const } : each,
  );
  return { tree: merged.tree, fates, mine, left: own.flatMap(({ src }) => readTree(src).left) };
}

/** The other of two programs stays as it is: 28 demands that the blog has no changed line. */
function withoutOther(mine: Tree, base: Tree, origin: Chapter): Tree {
  const solution = solutionOf(origin);
  const others = new Map([...base].filter(([name, content]) => solution.get(name) !== content));
  return new Map([...mine, ...others]);
}

/**
 * A file with conflicts, settled. The learner's side goes into the merged file, so that everything else in it stays. The starter's
 * side is its whole file: single lines of it rarely fit the learner's names around them.
 */
export function settledAs(side: Side, chapter: Chapter, name: string, content: Content): Content {
  if (typeof content !== 'string' || !isMarked(content)) return content;
  return side === 'mine' ? settle(content, 'mine') : (starterOf(chapter).get(name) ?? settle(content, 'starter'));
}

export function isMarked(content: Content | undefined): boolean {
  return typeof content === 'string' && hasMarks(content);
}

function treeOf(files: Files): Tree {
  return new Map(files);
}
