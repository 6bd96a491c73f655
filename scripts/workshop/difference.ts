import { createTwoFilesPatch } from 'diff';
import pc from 'picocolors';
import type { Chapter } from './chapters.ts';
import { type Files, readFiles, solutionAt, solutionOf } from './starters.ts';

export interface FileDifference {
  readonly file: string;
  /** The changed lines of a unified diff. `Line 12` replaces the header of each hunk. */
  readonly patch: string;
  /** The whole file, before and after. */
  readonly versions: readonly [before: string, after: string];
}

/** The learner's code against the solution as of a step, which doesn't contain the steps that follow, or against all of it. */
export function differenceOf(chapter: Chapter, step?: number): FileDifference[] {
  return patchesOf(readFiles(chapter.src), step === undefined ? solutionOf(chapter) : solutionAt(chapter, step));
}

/** The step that the learner is on: the first one that hasn't passed. Undefined after the last, and where there are none. */
export function openStepOf({ steps, unit }: Chapter, passed: readonly number[]): number | undefined {
  if (unit === 'section') return undefined;
  const open = steps.find(({ number }) => !passed.includes(number))?.number;
  // The solution of the last step is the whole one.
  return open === steps.at(-1)?.number ? undefined : open;
}

export function whoseLines(step: number | undefined): string {
  const whose = step === undefined ? "the solution's" : `the solution's as of step ${step}`;
  return `Lines with a minus are yours, lines with a plus are ${whose}. There are other correct solutions: the check decides.`;
}

export function noDifference(step: number | undefined): string {
  return `Your code is identical to the solution${step === undefined ? '' : ` as of step ${step}`}.`;
}

/** What has to change to get from one state of a folder to another. Files that are the same are left out. */
export function patchesOf(before: Files, after: Files): FileDifference[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .filter((name) => before.get(name) !== after.get(name))
    .map((file) => {
      const versions = [before.get(file) ?? '', after.get(file) ?? ''] as const;
      return { file, patch: patchOf(file, ...versions), versions };
    });
}

function patchOf(file: string, before: string, after: string): string {
  const patch = createTwoFilesPatch(file, file, before, after, '', '', { context: 3 });
  return patch
    .slice(patch.indexOf('@@'))
    .replace(/^@@ -\d+(?:,\d+)? \+(\d+).*$/gm, 'Line $1')
    .replace(/^\\ No newline.*\n/gm, '')
    .trimEnd();
}

/** The difference for a terminal: the file's name in bold, removed lines in red, added ones in green. */
export function differenceView({ file, patch }: FileDifference): string {
  const colour = (line: string) => {
    if (line.startsWith('Line ')) return pc.cyan(line);
    if (line.startsWith('+')) return pc.green(line);
    return line.startsWith('-') ? pc.red(line) : line;
  };
  return [pc.bold(`src/${file}`), ...patch.split('\n').map(colour)].join('\n');
}
