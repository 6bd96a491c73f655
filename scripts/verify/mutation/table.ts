import type { ChapterScore } from './chapter.ts';

/** Survivors with their places, then a table with a row per chapter. */
export function printScores(scores: readonly ChapterScore[], print = (line: string) => console.log(line)): void {
  for (const { chapter, survivors } of scores) {
    if (survivors.length > 0) print(`\n${chapter.slug}: no check finds these`);
    for (const { file, line, step, change } of survivors) {
      const [before, after] = change.split('  →  ');
      print(`\n  solutions/${chapter.slug}/src/${file}:${line}  (step ${step})\n    - ${before}\n    + ${after}`);
    }
  }
  print('\n| chapter | possible | ran | found | survived | equivalent | score |\n|---|---|---|---|---|---|---|');
  for (const { chapter, possible, ran, found, equivalent } of scores)
    print(
      `| ${chapter.slug} | ${possible} | ${ran} | ${found} | ${ran - found} | ${equivalent} | ${percent(found, ran)} |`,
    );
}

function percent(found: number, ran: number): string {
  return ran === 0 ? '' : `${((100 * found) / ran).toFixed(1)} %`;
}
