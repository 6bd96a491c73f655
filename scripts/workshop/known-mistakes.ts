import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Chapter } from './chapters.ts';
import type { Alternative, Mistake } from './check/mistake.ts';
import { type Files, solutionOf } from './starters.ts';

export interface KnownMistake extends Mistake {
  readonly name: string;
  /** Below the repository. */
  readonly place: string;
}

/** Another right repair, by its name. */
export interface KnownAlternative extends Alternative {
  readonly name: string;
  /** Below the repository. */
  readonly place: string;
}

/** The known mistakes of a chapter, from `solutions/NN-slug/wrong/`. */
export function mistakesOf(chapter: Chapter): Promise<KnownMistake[]> {
  return editsIn<Mistake>(chapter, 'wrong', 'mistake.ts');
}

/** What is right although it differs from the solution, from `solutions/NN-slug/right/`. */
export function alternativesOf(chapter: Chapter): Promise<KnownAlternative[]> {
  return editsIn<Alternative>(chapter, 'right', 'alternative.ts');
}

async function editsIn<T>({ slug, solution }: Chapter, kind: string, file: string) {
  const folder = join(solution, '..', kind);
  if (!existsSync(folder)) return [];
  const found: (T & { name: string; place: string })[] = [];
  for (const name of readdirSync(folder).sort()) {
    const { default: edits } = (await import(pathToFileURL(join(folder, name, file)).href)) as { default: T };
    found.push({ ...edits, name, place: `solutions/${slug}/${kind}/${name}` });
  }
  return found;
}

/** The solution with the mistake in it. Throws if an edit doesn't fit any more. */
export function applyMistake(chapter: Chapter, mistake: Pick<Mistake, 'edits'>, solution = solutionOf(chapter)): Files {
  return withEdits(solution, mistake.edits);
}

/** The files with these edits. Throws if one of them doesn't fit. */
export function withEdits(original: Files, edits: Mistake['edits']): Files {
  const files = new Map(original);
  for (const { file, find, replace } of edits) {
    const text = files.get(file);
    const count = text === undefined ? 0 : text.split(find).length - 1;
    if (text === undefined || count !== 1) {
      throw new Error(
        `the string to replace occurs ${count} times in ${file}, and must occur once: ${JSON.stringify(find)}`,
      );
    }
    files.set(
      file,
      text.replace(find, () => replace),
    );
  }
  return files;
}
