import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Chapter } from './chapters.ts';
import { keyOf } from './progress.ts';
import { type Files, readFiles, starterOf, writeFiles } from './starters.ts';

/** Every reset keeps what it replaces here. */
function savedFolder(chapter: Chapter): string {
  return join(chapter.folder, '..', '..', '.workshop', 'saved');
}

/** Puts the starter back. Returns the name of the saved work, or undefined if there was nothing to save. */
export function resetChapter(chapter: Chapter, saved = savedFolder(chapter), now = new Date()): string | undefined {
  const work = readFiles(chapter.src);
  const starter = starterOf(chapter);
  if (isSame(work, starter)) return undefined;
  const name = freeName(saved, `${chapter.slug}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`);
  try {
    if (work.size > 0) writeFiles(join(saved, name), work);
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`Your work can't be saved, so nothing was changed: ${reason}. What to do: npm run doctor`);
  }
  writeFiles(chapter.src, starter);
  return work.size > 0 ? name : undefined;
}

/** Brings saved work back, and saves the current work first. */
export function restoreChapter(chapter: Chapter, name: string, saved = savedFolder(chapter)): string | undefined {
  if (!savedWork(chapter, saved).includes(name)) {
    throw new Error(
      [`Nothing was saved under "${name}" for chapter ${chapter.number}.`, savedView(chapter, saved)].join('\n'),
    );
  }
  const work = readFiles(join(saved, name));
  const replaced = resetChapter(chapter, saved);
  writeFiles(chapter.src, work);
  return replaced;
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

function isSame(a: Files, b: Files): boolean {
  return a.size === b.size && [...a].every(([name, text]) => b.get(name) === text);
}
