import { createTwoFilesPatch } from 'diff';
import pc from 'picocolors';
import type { Chapter } from './chapters.ts';
import { readFiles, solutionOf } from './starters.ts';

export interface FileDifference {
  readonly file: string;
  /** A unified diff from the learner's file to the solution's. */
  readonly patch: string;
}

/** The learner's code against the solution, file by file; only what differs. */
export function differenceOf(chapter: Chapter): FileDifference[] {
  const mine = readFiles(chapter.src);
  const solution = solutionOf(chapter);
  const names = [...new Set([...mine.keys(), ...solution.keys()])].sort();
  return names
    .filter((name) => mine.get(name) !== solution.get(name))
    .map((file) => ({ file, patch: patchOf(file, mine.get(file) ?? '', solution.get(file) ?? '') }));
}

function patchOf(file: string, mine: string, solution: string): string {
  const patch = createTwoFilesPatch(`mine/${file}`, `solution/${file}`, mine, solution, '', '', { context: 3 });
  return patch.replace(/^=+\n/, '').replace(/\t$/gm, '');
}

/** The patch for a terminal: what to remove in red, what to add in green. */
export function colourPatch(patch: string): string {
  const colour = (line: string) => {
    if (line.startsWith('+++') || line.startsWith('---')) return pc.bold(line);
    if (line.startsWith('@@')) return pc.cyan(line);
    if (line.startsWith('+')) return pc.green(line);
    return line.startsWith('-') ? pc.red(line) : line;
  };
  return patch.split('\n').map(colour).join('\n');
}
