import { allChapters } from '../chapters.ts';
import { findChapter } from '../find-chapter.ts';
import { useWarmProcesses } from '../run/warm-process.ts';
import { styles } from './styles.ts';
import { tryStyle } from './trial.ts';

/*
 * Carries solutions in other styles into chapters, and prints how many conflicts that makes and whether the result works.
 *
 *     npm run carry:table              into chapters of each kind, with the checks of the chapters before
 *     npm run carry:table 06 07        into chapters 06 and 07
 *     npm run carry:table types 06     with the compiler only
 */

const words = process.argv.slice(2);
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
    process.stdout.write(`| ${[way, style.name, changed, conflicts, verdicts.mine, verdicts.starter].join(' | ')} |\n`);
  }
