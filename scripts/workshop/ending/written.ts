import { existsSync } from 'node:fs';
import { telling } from '../carry/gather.ts';
import { originsOf } from '../carry/origin.ts';
import { readTree, type Tree } from '../carry/tree.ts';
import type { Chapter } from '../chapters.ts';
import { starterOf } from '../starters.ts';

/** What a learner has written in a chapter. */
export interface Written {
  /** Lines that their folder has more often than our starter. Blank lines and brackets alone don't count. */
  readonly lines: number;
  /** Files with such lines, except for those that are unchanged: the same line may be in one of them, too. */
  readonly files: number;
  /** Those of them that the starter doesn't have. */
  readonly created: number;
}

/** Code that was carried on from an earlier chapter was written there, and counts only there. */
export function writtenIn(chapter: Chapter, chapters: readonly Chapter[]): Written {
  if (!existsSync(chapter.src)) return { lines: 0, files: 0, created: 0 };
  const mine = readTree(chapter.src).tree;
  const earlier = originTrees(chapter, chapters);
  const starter: Tree = new Map(starterOf(chapter));
  const given = [starter, ...earlier].map(counts);
  const own = new Map<string, number>();
  for (const [line, count] of counts(mine)) {
    const more = count - Math.max(...given.map((each) => each.get(line) ?? 0));
    if (more > 0) own.set(line, more);
  }
  const known = new Set([starter, ...earlier].flatMap((tree) => [...tree.keys()]));
  const unchanged = new Set([starter, ...earlier].flatMap((tree) => [...tree.values()]));
  const files = [...mine]
    .filter(([, content]) => !unchanged.has(content) && telling(content).some((line) => own.has(line)))
    .map(([name]) => name);
  return {
    lines: [...own.values()].reduce((sum, count) => sum + count, 0),
    files: files.length,
    created: files.filter((name) => !known.has(name)).length,
  };
}

function originTrees(chapter: Chapter, chapters: readonly Chapter[]): Tree[] {
  try {
    return originsOf(chapter, chapters)
      .filter(({ src }) => existsSync(src))
      .map(({ src }) => readTree(src).tree);
  } catch {
    // The first chapter of a program.
    return [];
  }
}

function counts(tree: Tree): Map<string, number> {
  const result = new Map<string, number>();
  for (const content of tree.values())
    for (const line of telling(content)) result.set(line, (result.get(line) ?? 0) + 1);
  return result;
}
