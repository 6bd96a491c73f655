import { diffArrays } from 'diff';
import type { Chapter } from '../chapters.ts';
import { asOf, stepsIn, untouched } from '../regions.ts';
import { baseOf, differences, type Files, readFiles, solutionOf, starterOf } from '../starters.ts';
import type { Finding } from './finding.ts';
import { fencesOf } from './markdown.ts';

/** The committed starter and solution are what the marked source generates. */
export function verifyGenerated(chapter: Chapter): Finding[] {
  const check = (place: string, expected: Files, folder: string) =>
    differences(expected, readFiles(folder)).map((difference) => ({
      place,
      problem: `${difference}. It is generated: edit solutions/${chapter.slug}/source, then run npm run starters`,
    }));
  return [
    ...check(`chapters/${chapter.slug}/src`, starterOf(chapter), chapter.src),
    ...check(`solutions/${chapter.slug}/src`, solutionOf(chapter), chapter.solution),
  ];
}

/** Regions belong to steps that exist, and every step has one: a step that changes no code is not a step. */
export function verifyRegions(chapter: Chapter): Finding[] {
  const place = `solutions/${chapter.slug}/source`;
  const steps = new Set<number>();
  for (const text of sourceOf(chapter).values()) for (const step of stepsIn(text)) steps.add(step);
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
 * Outside of its steps, a starter is the solution of the chapter before. The README shows every other change under
 * "What has changed": a new or deleted file by its name, a changed line in a diff.
 */
export function verifyContinuity(chapter: Chapter, readme: string): Finding[] {
  const base = baseOf(chapter);
  if (base.size === 0) return [];
  const section = /^## What has changed\n(.*?)(?=^## )/ms.exec(readme)?.[1] ?? '';
  return [...sourceOf(chapter)].flatMap(([name, source]) => {
    const problem = continuityProblem(name, base.get(name), source, section);
    return problem === undefined ? [] : [{ place: `chapters/${chapter.slug}/README.md`, problem }];
  });
}

function continuityProblem(
  name: string,
  before: string | undefined,
  source: string,
  section: string,
): string | undefined {
  const isNamed = section.includes(name);
  const isStep = stepsIn(source).size > 0;
  if (before === undefined) {
    return isStep || isNamed ? undefined : `${name} is new, and "## What has changed" does not name it.`;
  }
  const starter = asOf(source, 0);
  if (starter === '') return isNamed ? undefined : `${name} is deleted, and "## What has changed" does not name it.`;
  if (isNamed) return undefined;
  if (!isStep && starter === before) return `${name} is the same as in the chapter before: delete it from the source.`;
  const shown = fencesOf(section).filter(({ language, note }) => language === 'diff' && note === `src/${name}`);
  const marked = (mark: string) =>
    shown.flatMap(({ content }) =>
      content
        .split('\n')
        .filter((line) => line.startsWith(mark))
        .map((line) => line.slice(1)),
    );
  // A region may add lines to the starter, but not take any away.
  const inRegions = without(linesOf(starter), untouched(source));
  const { added, removed } = changesOf(linesOf(before), linesOf(starter));
  const stray = without(added, [...inRegions, ...marked('+')])[0];
  if (stray !== undefined)
    return `${name} has a line that is neither in the chapter before nor in a step, and no diff under "## What has changed" adds it: ${stray.trim()}`;
  const lost = without(removed, marked('-'))[0];
  if (lost !== undefined)
    return `${name} has lost a line of the chapter before, and no diff under "## What has changed" removes it: ${lost.trim()}`;
  return undefined;
}

function sourceOf(chapter: Chapter): Files {
  return readFiles(chapter.sources.at(-1)!);
}

/** Blank lines don't count, and neither does indentation: a line that moves into a block is still the same. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function changesOf(before: string[], after: string[]): { added: string[]; removed: string[] } {
  const changes = diffArrays(before, after);
  return {
    added: changes.filter((change) => change.added).flatMap(({ value }) => value),
    removed: changes.filter((change) => change.removed).flatMap(({ value }) => value),
  };
}

/** The lines that are left when each of the others has taken one away. */
function without(lines: string[], others: string[]): string[] {
  const waiting = others.map((line) => line.trim());
  return lines.filter((line) => {
    const index = waiting.indexOf(line.trim());
    if (index >= 0) waiting.splice(index, 1);
    return index < 0;
  });
}
