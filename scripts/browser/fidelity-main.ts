import { allChapters } from '../workshop/chapters.ts';
import { openBrowserWorkshop } from './browser-workshop.fixture.ts';
import { type Comparison, compareMistake, compareTarget, mistakesOf } from './fidelity.ts';

/* Prints the fidelity table of these chapters, or of all: npm run fidelity 01 02 */

const inTheBrowser = allChapters().slice(0, 11);
const wanted = process.argv.slice(2);
const unknown = wanted.filter((word) => !inTheBrowser.some(({ number }) => number === word));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: the chapters in the browser are 01 to ${inTheBrowser.at(-1)?.number}.`);
  process.exit(1);
}
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

function show(title: string, unit: string, { compared, differences, skipped }: Comparison): void {
  const same = compared - differences.length;
  console.log(
    `${title}: ${compared} ${unit}, ${same} same, ${differences.length} different, ${skipped.length} not in a browser`,
  );
  for (const { target, check, node, browser } of differences)
    console.log(`  ${target}, "${check}"\n  in Node: ${node}\n  in the browser: ${browser}`);
}
