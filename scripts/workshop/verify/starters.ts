import type { Chapter } from '../chapters.ts';
import { stepsIn, untouched } from '../regions.ts';
import { differences, readFiles, solutionOf, starterOf } from '../starters.ts';
import type { Finding } from './finding.ts';

/** What is committed as the starter is what the solution's regions make. */
export function verifyStarter(chapter: Chapter): Finding[] {
  return differences(starterOf(chapter), readFiles(chapter.src)).map((difference) => ({
    place: `chapters/${chapter.slug}/src`,
    problem: `${difference} from what solutions/${chapter.slug}/src makes of it. Run: npm run starters`,
  }));
}

/** Regions belong to steps that exist, and every step has one: a step that changes no code is not a step. */
export function verifyRegions(chapter: Chapter): Finding[] {
  const place = `solutions/${chapter.slug}/src`;
  const steps = new Set<number>();
  for (const text of readFiles(chapter.solution).values()) for (const step of stepsIn(text)) steps.add(step);
  const known = chapter.steps.map(({ number }) => number);
  return [
    ...[...steps]
      .filter((step) => !known.includes(step))
      .map((step) => ({ place, problem: `a region is for step ${step}, which the README does not have.` })),
    ...known
      .filter((step) => !steps.has(step))
      .map((step) => ({ place, problem: `no region belongs to step ${step}.` })),
  ];
}

/**
 * Outside of its steps a starter is the solution of the chapter before. What had to change in between stands in the
 * README under "What has changed", with the name of each file.
 */
export function verifyContinuity(before: Chapter | undefined, chapter: Chapter, readme: string): Finding[] {
  if (before === undefined) return [];
  const changed = /^## What has changed\n(.*?)(?=^## )/ms.exec(readme)?.[1] ?? '';
  const previous = solutionOf(before);
  const starter = starterOf(chapter);
  const source = readFiles(chapter.solution);
  const names = new Set([...previous.keys(), ...source.keys()]);
  return [...names]
    .filter((name) => !continues(previous.get(name), source.get(name), starter.get(name)) && !changed.includes(name))
    .map((name) => ({
      place: `chapters/${chapter.slug}/README.md`,
      problem: `${name} differs from solution ${before.number} outside of the steps, and "## What has changed" does not name it.`,
    }));
}

/** Nothing of the old file is lost, and what is new in the starter stands in a region of a step. */
function continues(previous: string | undefined, source: string | undefined, starter: string | undefined): boolean {
  if (previous === undefined) return source !== undefined && stepsIn(source).size > 0;
  if (source === undefined || starter === undefined) return false;
  return isWithin(untouched(source), linesOf(previous)) && isWithin(linesOf(previous), linesOf(starter));
}

/** Whether the lines occur among the others, in this order. Blank lines do not count. */
function isWithin(lines: string[], others: string[]): boolean {
  let index = 0;
  const wanted = lines.filter((line) => line.trim() !== '');
  for (const line of others) if (line === wanted[index]) index++;
  return index === wanted.length;
}

function linesOf(text: string): string[] {
  return text.split('\n');
}
