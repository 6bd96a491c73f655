import type { Usage } from 'trellis';
import { type ChapterAcceptance, refactorChapter } from '../../verify/refactoring/chapter.ts';
import { printAcceptances } from '../../verify/refactoring/table.ts';
import { allChapters } from '../../workshop/chapters.ts';
import { findChapter } from '../../workshop/find-chapter.ts';
import { useWarmProcesses } from '../../workshop/run/warm-process.ts';

export const usage: Usage = {
  summary: 'change solutions, but not what they do: checks must pass (maintainers)',
  words: '[chapter | all]',
  examples: ['refactor 13', 'refactor all'],
};

export async function run(words: readonly string[]): Promise<number> {
  const [what = 'all'] = words;
  const chapters = what === 'all' ? allChapters() : [findChapter(what, allChapters())];
  useWarmProcesses();
  const acceptances: ChapterAcceptance[] = [];
  for (const chapter of chapters) {
    const report = (line: string) => process.stdout.write(`${chapter.number} ${line}\n`);
    acceptances.push(await refactorChapter(chapter, report));
  }
  printAcceptances(acceptances);
  return acceptances.every(({ refusals }) => refusals.length === 0) ? 0 : 1;
}
