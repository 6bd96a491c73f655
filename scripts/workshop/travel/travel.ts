import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSameTree, readTree, writeTree } from '../carry/tree.ts';
import type { Chapter } from '../chapters.ts';
import { keyOf } from '../progress.ts';
import { saveWork } from '../reset.ts';
import { readFiles, starterOf } from '../starters.ts';
import type { Workshop } from '../workshop.ts';
import { BadWorkFile, type ChapterWork, mostCharacters, readWorkFile, writeWorkFile } from './work-file.ts';

/** What became of one chapter in the file. */
export interface Arrival {
  readonly chapter: Chapter;
  readonly passed: readonly number[];
  /** The name that brings back what was there before. */
  readonly saved?: string | undefined;
  /** Whether the code had the star for the variation where it comes from. */
  readonly hadStar: boolean;
  /** Whether the chapter had these files already. */
  readonly isSame: boolean;
}

/** Takes the work in a file over. Everything is read and judged before the first file is written. Nothing of it runs. */
export function importWork(workshop: Workshop, path: string): Arrival[] {
  const works = readWorkFile(textOf(path)).map((work) => ({ work, chapter: chapterOf(workshop, work) }));
  if (works.length === 0) throw new BadWorkFile('There is no work in the file.');
  return works.map(({ work, chapter }) => {
    const tree = new Map(Object.entries(work.files));
    const isSame = existsSync(chapter.src) && isSameTree(readTree(chapter.src).tree, tree);
    const saved = isSame ? undefined : saveWork(chapter);
    if (!isSame) {
      writeTree(chapter.src, tree, workshop.state);
      workshop.progress.forget(chapter);
    }
    const passed = work.passed.filter((step) => step <= chapter.steps.length);
    workshop.progress.welcome(chapter, passed, work.hints, work.variation?.hints);
    return { chapter, passed, saved, isSame, hadStar: work.variation?.hasStar ?? false };
  });
}

function textOf(path: string): string {
  const size = statSync(path, { throwIfNoEntry: false });
  if (size === undefined) throw new BadWorkFile(`There is no file ${JSON.stringify(path)}.`);
  if (!size.isFile()) throw new BadWorkFile(`${JSON.stringify(path)} is a folder, not a file.`);
  // A character takes up to four bytes.
  if (size.size > 4 * mostCharacters) throw new BadWorkFile('The file is too large to be the work on these chapters.');
  return readFileSync(path, 'utf8');
}

function chapterOf({ chapters }: Workshop, { chapter }: ChapterWork): Chapter {
  const found = chapters.find((each) => keyOf(each) === chapter);
  if (found !== undefined) return found;
  throw new BadWorkFile(`The file has work on a chapter that doesn't exist here: ${JSON.stringify(chapter)}.`);
}

/** Writes the work on these chapters into a new file. Returns its name, and the chapters that have some. */
export function exportWork(
  workshop: Workshop,
  chapters: readonly Chapter[],
  folder: string,
  now = new Date(),
): { name: string; exported: readonly Chapter[] } | undefined {
  const exported = chapters.filter((chapter) => hasWork(workshop, chapter));
  if (exported.length === 0) return undefined;
  const works = exported.map((chapter): ChapterWork => {
    const { passed, hints, variation } = workshop.progress.of(chapter);
    const hasStar = workshop.progress.hasStar(chapter);
    return {
      ...{ chapter: keyOf(chapter), files: Object.fromEntries(readFiles(chapter.src)), passed, hints },
      ...(variation && { variation: { hasStar, hints: variation.hints } }),
    };
  });
  const text = writeWorkFile(works);
  // What the other side would refuse is said here, where it can be changed.
  readWorkFile(text);
  const name = freeName(folder, `trellis-work-${now.toISOString().slice(0, 10)}`);
  writeFileSync(join(folder, name), text);
  return { name, exported };
}

function hasWork({ progress }: Workshop, chapter: Chapter): boolean {
  if (!existsSync(chapter.src)) return false;
  return progress.of(chapter).passed.length > 0 || !isSameTree(readTree(chapter.src).tree, starterOf(chapter));
}

/** The wanted name, or the first with a number that no file has yet. */
export function freeName(folder: string, wanted: string, ending = 'json'): string {
  let name = `${wanted}.${ending}`;
  for (let count = 2; existsSync(join(folder, name)); count++) name = `${wanted}-${count}.${ending}`;
  return name;
}
