import type { Chapter } from '../chapters.ts';
import { baseOf, solutionOf } from '../starters.ts';
import { hasMarks } from './marks.ts';
import { keyOf } from './merge-text.ts';
import { mergeTrees } from './merge-trees.ts';
import { isTelling } from './moves.ts';
import { type Content, isSame, readTree, type Tree } from './tree.ts';

/**
 * The learner's code of several chapters, put together. Each chapter's folder has the learner's code of that chapter, and for the earlier
 * ones either ours, as its starter had it, or the learner's own, if it was carried on or copied by hand.
 */
export function gather(chapters: readonly Chapter[], own: readonly Chapter[]): Tree {
  return chapters.reduce<{ tree: Tree; before: string }>(
    ({ tree, before }, chapter) => {
      const later = own.includes(chapter) ? readTree(chapter.src).tree : new Map(solutionOf(chapter));
      const here = `${own.includes(chapter) ? 'your code' : 'our solution'} of chapter ${chapter.number}`;
      if (before === '') return { tree: later, before: here };
      const base: Tree = new Map(baseOf(chapter));
      const mine = sinceThen(base, tree, later);
      return { tree: mergeTrees({ base, mine, starter: later }, { mine: before, starter: here }).tree, before: here };
    },
    { tree: new Map(), before: '' },
  ).tree;
}

/** The earlier code, but the later one for files that have it already: merging them once more would only make conflicts. */
function sinceThen(base: Tree, earlier: Tree, later: Tree): Tree {
  if (has(linesOf(later), additions(linesOf(base), linesOf(earlier)))) return later;
  return new Map(
    [...earlier].flatMap(([name, content]): [string, Content][] => {
      const newer = later.get(name);
      if (newer === undefined || isSame(content, base.get(name))) return [[name, content]];
      const added = additions(telling(base.get(name)), telling(content));
      // Marks inside of marks would help nobody: the later version counts.
      const isOpen = typeof content === 'string' && hasMarks(content) && !isSame(newer, base.get(name));
      return [[name, isOpen || has(telling(newer), added) ? newer : content]];
    }),
  );
}

/** Most of them: the learner may have changed some in the later chapter. */
function has(lines: readonly string[], wanted: readonly string[]): boolean {
  const known = new Set(lines);
  return wanted.length > 0 && wanted.filter((line) => known.has(line)).length > wanted.length / 2;
}

function additions(before: readonly string[], after: readonly string[]): string[] {
  const known = new Set(before);
  return after.filter((line) => !known.has(line));
}

function linesOf(tree: Tree): string[] {
  return [...tree.values()].flatMap(telling);
}

export function telling(content: Content | undefined): string[] {
  return typeof content === 'string' ? content.split('\n').map(keyOf).filter(isTelling) : [];
}
