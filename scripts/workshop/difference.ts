import { createTwoFilesPatch } from 'diff';
import pc from 'picocolors';
import type { Chapter } from './chapters.ts';
import { type Files, readFiles, solutionOf } from './starters.ts';

export interface FileDifference {
  readonly file: string;
  /** The changed lines of a unified diff. `Line 12` replaces the header of each hunk. */
  readonly patch: string;
}

/** The learner's code against the solution. */
export function differenceOf(chapter: Chapter): FileDifference[] {
  return patchesOf(readFiles(chapter.src), solutionOf(chapter));
}

/** What has to change to get from one state of a folder to another. Files that are the same are left out. */
export function patchesOf(before: Files, after: Files): FileDifference[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .filter((name) => before.get(name) !== after.get(name))
    .map((file) => ({ file, patch: patchOf(file, before.get(file) ?? '', after.get(file) ?? '') }));
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
