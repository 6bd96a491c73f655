import { diffArrays } from 'diff';
import type { Chapter } from '../workshop/chapters.ts';
import { fencesOf } from '../workshop/markdown.ts';
import { asOf, stepsIn, untouched } from '../workshop/regions.ts';
import { baseOf, differences, type Files, readFiles, solutionOf, starterOf } from '../workshop/starters.ts';
import type { Finding } from './finding.ts';

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
  if (!isStep && starter === before) return `${name} is the same as in the chapter before: delete it from the source.`;
  const missing = unshownLines(name, before, source, section);
  if (missing.length === 0) return undefined;
  return [
    `${name} changes outside of the steps, and the diffs under "## What has changed" don't show these lines:`,
    `\`\`\`diff src/${name}`,
    ...missing,
    '```',
  ].join('\n');
}

/** The lines that the starter adds outside of its regions or has lost, except for those that a diff in the README shows. */
function unshownLines(name: string, before: string, source: string, section: string): string[] {
  const shown = fencesOf(section)
    .filter(({ language, note }) => language === 'diff' && note === `src/${name}`)
    .flatMap(({ content }) => content.split('\n'));
  const marked = (mark: string) => shown.filter((line) => line.startsWith(mark)).map((line) => line.slice(1));
  const starter = asOf(source, 0);
  const allowed = {
    // A region may add lines to the starter, but not take any away.
    '+': [...without(linesOf(starter), untouched(source)), ...marked('+')],
    '-': marked('-'),
  };
  const changes = diffArrays(linesOf(before), linesOf(starter), { comparator: (a, b) => a.trim() === b.trim() });
  return changes.flatMap(({ added, removed, value }) => {
    if (!added && !removed) return [];
    const mark = added ? '+' : '-';
    const { rest, left } = take(value, allowed[mark]);
    allowed[mark] = left;
    return rest.map((line) => mark + line);
  });
}

function sourceOf(chapter: Chapter): Files {
  return readFiles(chapter.sources.at(-1)!);
}

/** Blank lines don't count. */
function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  return take(lines, others).rest;
}

/** Each of the others takes away one equal line, whatever its indentation: `rest` remains, and `left` found nothing to take. */
function take(lines: readonly string[], others: readonly string[]): { rest: string[]; left: string[] } {
  const left = [...others];
  const rest = lines.filter((line) => {
    const index = left.findIndex((other) => other.trim() === line.trim());
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return { rest, left };
}
