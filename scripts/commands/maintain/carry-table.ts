import type { Usage } from 'trellis';
import { styles } from '../../verify/refactoring/styles.ts';
import { tryStyle } from '../../verify/refactoring/trial.ts';
import { allChapters } from '../../workshop/chapters.ts';
import { findChapter } from '../../workshop/find-chapter.ts';
import { useWarmProcesses } from '../../workshop/run/warm-process.ts';

export const usage: Usage = {
  summary: 'carry other solutions into chapters, and print the conflicts (maintainers)',
  words: '[types] [chapters]',
  examples: ['carry:table', 'carry:table 06 07', 'carry:table types 06'],
};

/**
 * Prints how many conflicts there are, and whether the result works: by the checks of the chapters before, or, after the word `types`,
 * by the compiler only. Without chapters, it takes some of each kind.
 */
export async function run(words: readonly string[]): Promise<undefined> {
  const isThorough = words[0] !== 'types';
  const chapters = allChapters();
  const named = isThorough ? words : words.slice(1);
  const usual = ['05', '06', '07', '14', '15', '24', '25', '26', '27', '28'];
  const chosen = (named.length === 0 ? usual : named).map((word) => findChapter(word, chapters));
  useWarmProcesses();
  process.stdout.write(
    '| carried | style | files changed | conflicts | settled with mine | with the starter |\n|---|---|---|---|---|---|\n',
  );
  for (const chapter of chosen)
    for (const style of styles) {
      const { origins, changed, conflicts, verdicts } = await tryStyle(chapter, chapters, style, isThorough);
      if (changed === 0) continue;
      const way = `${origins.map(({ number }) => number).join(', ')} → ${chapter.number}`;
      process.stdout.write(
        `| ${[way, style.name, changed, conflicts, verdicts.mine, verdicts.starter].join(' | ')} |\n`,
      );
    }
}
