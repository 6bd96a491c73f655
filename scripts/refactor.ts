import { type ChapterAcceptance, refactorChapter } from './refactoring/chapter.ts';
import { printAcceptances } from './refactoring/table.ts';
import { allChapters } from './workshop/chapters.ts';
import { findChapter } from './workshop/find-chapter.ts';
import { useWarmProcesses } from './workshop/run/warm-process.ts';

/*
 * Changes solutions in ways that keep their behaviour, and runs the checks: all must pass. Exits with 1 if one doesn't.
 *
 *     npm run refactor 13    the solution of chapter 13
 *     npm run refactor all   all chapters, as a table
 */

const [what = 'all'] = process.argv.slice(2);
const chapters = what === 'all' ? allChapters() : [findChapter(what, allChapters())];
useWarmProcesses();
const acceptances: ChapterAcceptance[] = [];
for (const chapter of chapters) {
  const report = (line: string) => process.stdout.write(`${chapter.number} ${line}\n`);
  acceptances.push(await refactorChapter(chapter, report));
}
printAcceptances(acceptances);
process.exitCode = acceptances.every(({ refusals }) => refusals.length === 0) ? 0 : 1;
