import type { Usage } from 'trellis';
import { leastScore, type Sample } from '../../verify/mutation/sample.ts';
import { printScores } from '../../verify/mutation/table.ts';
import { allChapters } from '../../workshop/chapters.ts';
import { findChapter } from '../../workshop/find-chapter.ts';
import { useWarmProcesses } from '../../workshop/run/warm-process.ts';

export const usage: Usage = {
  summary: 'plant mistakes, and count those that the tests or checks find (maintainers)',
  words: '[textbook | framework | chapter | all] [count] [seed] [path]',
  examples: ['mutate', 'mutate textbook 300 7', 'mutate framework 100', 'mutate 13', 'mutate all 10 7'],
};

/**
 * Plants small mistakes, one at a time, and counts those that the tests or checks find: in the textbook of the framework, in what is
 * beside it, or in what chapters teach. Fails if they find less than 97 %, in any of the chapters, and beside the textbook less than 90 %.
 */
export async function run(words: readonly string[]): Promise<number> {
  const [what = 'textbook', count, seed = '1', path = ''] = words;
  const sampleOf = (usual: number): Sample => ({
    count: count === 'all' ? Infinity : Number(count ?? usual),
    seed,
    path,
  });

  if (what === 'textbook' || what === 'framework') {
    const { mutateFramework } = await import('../../verify/mutation/framework.ts');
    return (await mutateFramework(what, sampleOf(150))) ? 0 : 1;
  }
  const chapters = what === 'all' ? allChapters() : [findChapter(what, allChapters())];
  const { mutateChapter } = await import('../../verify/mutation/chapter.ts');
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
  return scores.every(({ ran, found }) => found / ran >= leastScore) ? 0 : 1;
}
