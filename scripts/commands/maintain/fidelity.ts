import type { Usage } from 'trellis';
import type { Comparison } from '../../browser/fidelity.ts';
import { allChapters } from '../../workshop/chapters.ts';

export const usage: Usage = {
  summary: 'compare checks and known mistakes in a browser with those in Node (maintainers)',
  words: '[chapters]',
  examples: ['fidelity', 'fidelity 01 02'],
};

/** Prints the fidelity table of these chapters, or of all. */
export async function run(words: readonly string[]): Promise<number> {
  const inTheBrowser = allChapters().slice(0, 11);
  const wanted = words;
  const unknown = wanted.filter((word) => !inTheBrowser.some(({ number }) => number === word));
  if (unknown.length > 0) {
    console.error(`${unknown.join(', ')}: the chapters in the browser are 01 to ${inTheBrowser.at(-1)?.number}.`);
    return 1;
  }
  const { compareMistake, compareTarget, mistakesOf } = await import('../../browser/fidelity.ts');
  const { openBrowserWorkshop } = await import('../../browser/browser-workshop.fixture.ts');
  const workshop = await openBrowserWorkshop();
  try {
    for (const chapter of inTheBrowser) {
      if (wanted.length > 0 && !wanted.includes(chapter.number)) continue;
      for (const target of ['solution', 'starter'] as const)
        show(`${chapter.number} ${target}`, 'checks', await compareTarget(workshop, chapter, target));
      const mistakes: Comparison[] = [];
      for (const mistake of await mistakesOf(chapter)) mistakes.push(await compareMistake(workshop, chapter, mistake));
      show(`${chapter.number} mistakes`, 'mistakes', {
        compared: mistakes.length,
        differences: mistakes.flatMap(({ differences }) => differences.slice(0, 1)),
        skipped: mistakes.flatMap(({ skipped }) => skipped),
      });
    }
  } finally {
    await workshop.close();
  }
  return 0;
}

function show(title: string, unit: string, { compared, differences, skipped }: Comparison): void {
  const same = compared - differences.length;
  console.log(
    `${title}: ${compared} ${unit}, ${same} same, ${differences.length} different, ${skipped.length} not in a browser`,
  );
  for (const { target, check, node, browser } of differences)
    console.log(`  ${target}, "${check}"\n  in Node: ${node}\n  in the browser: ${browser}`);
}
