import { leastScore, type Sample } from './mutation/sample.ts';
import { printScores } from './mutation/table.ts';
import { allChapters } from './workshop/chapters.ts';
import { findChapter } from './workshop/find-chapter.ts';
import { useWarmProcesses } from './workshop/run/warm-process.ts';

/*
 * Plants small mistakes, one at a time, and counts those that the tests or checks find. Exits with 1 if they find less than
 * 97 %, in any of the chapters.
 *
 *     npm run mutate                         the textbook of the framework, against its tests
 *     npm run mutate textbook 300 7 [path]   300 mutants, chosen by the seed 7
 *     npm run mutate 13 [count] [seed]       what chapter 13 teaches, against its checks
 *     npm run mutate all [count] [seed]      all chapters, as a table
 */

const [what = 'textbook', count, seed = '1', path = ''] = process.argv.slice(2);
const sampleOf = (usual: number): Sample => ({
  count: count === 'all' ? Infinity : Number(count ?? usual),
  seed,
  path,
});

if (what === 'textbook') {
  const { mutateTextbook } = await import('./mutation/textbook.ts');
  process.exitCode = (await mutateTextbook(sampleOf(150))) ? 0 : 1;
} else {
  const chapters = what === 'all' ? allChapters() : [findChapter(what, allChapters())];
  const { mutateChapter } = await import('./mutation/chapter.ts');
  useWarmProcesses();
  const scores = [];
  for (const chapter of chapters) {
    const score = await mutateChapter(chapter, sampleOf(40), ({ mutant, foundBy, typeError }, done, all) => {
      const place = `${done}/${all} ${chapter.number} ${mutant.file}:${mutant.line}  ${mutant.change}`;
      const verdict = foundBy ? `found by "${foundBy}"` : typeError ? `doesn't compile: ${typeError}` : 'SURVIVED';
      process.stdout.write(`${place}\n    ${verdict}\n`);
    });
    scores.push(score);
  }
  printScores(scores);
  process.exitCode = scores.every(({ ran, found }) => found / ran >= leastScore) ? 0 : 1;
}
