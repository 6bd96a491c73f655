import { existsSync } from 'node:fs';
import type { Chapter } from '../chapters.ts';
import { starterOf } from '../starters.ts';
import { telling } from './gather.ts';
import { originsOf } from './origin.ts';
import { readTree, type Tree } from './tree.ts';

const folder = 'framework/';

export interface Ownership {
  readonly yours: number;
  readonly all: number;
}

/**
 * How many lines of the framework in a chapter that puts it together are the learner's: those that they have written in one of its
 * chapters, which means that their folder has them more often than the starter of that chapter. A line that they have written exactly
 * as we have is theirs, too. Blank lines and lines of brackets alone don't count at all.
 */
export function ownershipOf(chapter: Chapter, chapters: readonly Chapter[]): Ownership | undefined {
  const origins = chapter.sources.length > 1 ? originsOf(chapter, chapters) : [];
  if (origins.length < 2) return undefined;
  const now = counts(readTree(chapter.src).tree);
  const written = new Map<string, number>();
  for (const each of [...origins, chapter].filter(({ src }) => existsSync(src))) {
    const given = counts(new Map(starterOf(each)));
    for (const [line, count] of counts(readTree(each.src).tree))
      written.set(line, Math.max(written.get(line) ?? 0, count - (given.get(line) ?? 0)));
  }
  const yours = [...now].reduce((sum, [line, count]) => sum + Math.min(count, written.get(line) ?? 0), 0);
  return { yours, all: [...now.values()].reduce((sum, count) => sum + count, 0) };
}

/** `312 of 1,204 lines of this framework are yours.` Undefined if none is, and in chapters without a framework. */
export function ownershipLine(chapter: Chapter, chapters: readonly Chapter[]): string | undefined {
  const ownership = ownershipOf(chapter, chapters);
  if (ownership === undefined || ownership.yours === 0) return undefined;
  const [yours, all] = [ownership.yours, ownership.all].map((count) => count.toLocaleString('en'));
  return `${yours} of ${all} lines of this framework are yours.`;
}

function counts(tree: Tree): Map<string, number> {
  const result = new Map<string, number>();
  for (const [name, content] of tree) {
    if (!name.startsWith(folder)) continue;
    for (const line of telling(content)) result.set(line, (result.get(line) ?? 0) + 1);
  }
  return result;
}
