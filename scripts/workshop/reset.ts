import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Chapter } from './chapters.ts';
import { keyOf } from './progress.ts';
import { isStarter, readFiles, starterOf, writeFiles } from './starters.ts';

/** Every reset keeps what it replaces here. */
function savedFolder(chapter: Chapter): string {
  return join(chapter.folder, '..', '..', '.workshop', 'saved');
}

/** Puts the starter back, or the other one. Returns the name of the saved work, or undefined if there was nothing to save. */
export function resetChapter(
  chapter: Chapter,
  saved = savedFolder(chapter),
  now = new Date(),
  starter = starterOf(chapter),
): string | undefined {
  const name = saveWork(chapter, saved, now);
  writeFiles(chapter.src, starter);
  return name;
}

/** Saves the learner's work, unless it is a starter or nothing. Returns the name that brings it back. */
export function saveWork(chapter: Chapter, saved = savedFolder(chapter), now = new Date()): string | undefined {
  if (isEmpty(chapter.src) || isStarter(chapter, readFiles(chapter.src))) return undefined;
  const name = freeName(saved, `${chapter.slug}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`);
  try {
    copyFolder(chapter.src, join(saved, name));
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`Your work can't be saved, so nothing was changed: ${reason}. What to do: npm run doctor`);
  }
  return name;
}

/** Brings saved work back, and saves the current work first. */
export function restoreChapter(chapter: Chapter, name: string, saved = savedFolder(chapter)): string | undefined {
  if (!savedWork(chapter, saved).includes(name)) {
    throw new Error(
      [`Nothing was saved under "${name}" for chapter ${chapter.number}.`, savedView(chapter, saved)].join('\n'),
    );
  }
  const replaced = saveWork(chapter, saved);
  // Not the folder itself: a running chapter watches it.
  for (const entry of existsSync(chapter.src) ? readdirSync(chapter.src) : [])
    rmSync(join(chapter.src, entry), { recursive: true });
  copyFolder(join(saved, name), chapter.src);
  return replaced;
}

/** Byte for byte: a learner may have put an image into the folder, or a link. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

function isEmpty(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

/** What earlier resets have saved, the latest first, also from the time when the chapter had another number. */
export function savedWork(chapter: Chapter, saved = savedFolder(chapter)): string[] {
  if (!existsSync(saved)) return [];
  return readdirSync(saved)
    .filter((name) => /^\d\d-/.test(name) && name.slice(3).startsWith(`${keyOf(chapter)}-2`))
    .sort()
    .reverse();
}

/** The commands that bring saved work back. */
export function savedView(chapter: Chapter, saved = savedFolder(chapter)): string {
  const names = savedWork(chapter, saved);
  if (names.length === 0) return 'No work of this chapter is saved.';
  return ['Saved work, the latest first:', ...names.map((name) => `  npm run reset ${chapter.number} ${name}`)].join(
    '\n',
  );
}

/** Two resets within a second must not overwrite each other. */
function freeName(saved: string, wanted: string): string {
  let name = wanted;
  for (let count = 2; existsSync(join(saved, name)); count++) name = `${wanted}-${count}`;
  return name;
}
