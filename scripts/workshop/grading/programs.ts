import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Chapter } from '../chapters.ts';
import { type Files, readFiles, solutionOf } from '../starters.ts';
import type { Bug } from './bug.ts';

/** The programs that the tests of a chapter run against: two correct ones, and one for each bug. */
export interface Programs {
  /** The chapter's own program. */
  readonly reference: Files;
  /** The same contract, written in another way. */
  readonly variant: Files;
  readonly bugs: readonly PlantedBug[];
}

export interface PlantedBug extends Bug {
  readonly program: Files;
}

/**
 * Reads them from `solutions/NN-slug`: `variant/`, `bugs.ts`, and `graded/`, whose files replace those of every program. The
 * two folders hold only what the chapter changes, if it is based on an earlier one.
 */
export async function programsOf(chapter: Chapter, base: Chapter = chapter): Promise<Programs> {
  const [earlier, folder] = [base, chapter].map(({ solution }) => join(solution, '..')) as [string, string];
  const { bugs } = (await import(pathToFileURL(join(folder, 'bugs.ts')).href)) as { bugs: Bug[] };
  const both = (name: string) => [...readFiles(join(earlier, name)), ...readFiles(join(folder, name))];
  const graded = both('graded');
  const reference = new Map([...programIn(solutionOf(chapter)), ...graded]);
  const variant = new Map([...both('variant'), ...graded]);
  return withBugs({ reference, variant }, bugs);
}

/** The same correct programs, with these bugs. */
export function withBugs({ reference, variant }: Omit<Programs, 'bugs'>, bugs: readonly Bug[]): Programs {
  return { reference, variant, bugs: bugs.map((bug) => ({ ...bug, program: plant(bug, reference) })) };
}

/** The program without its tests. */
export function programIn(files: Files): Files {
  return new Map([...files].filter(([name]) => !name.startsWith('tests/')));
}

/** Throws if an edit doesn't fit any more. */
function plant({ does, edits }: Bug, reference: Files): Files {
  const files = new Map(reference);
  for (const { file, find, replace } of edits) {
    const text = files.get(file) ?? '';
    const count = text.split(find).length - 1;
    if (count !== 1) {
      throw new Error(
        `The bug "${does}" doesn't fit any more: its string occurs ${count} times in ${file}, and must occur once: ${JSON.stringify(find)}`,
      );
    }
    files.set(
      file,
      text.replace(find, () => replace),
    );
  }
  return files;
}
