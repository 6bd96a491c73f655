import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Chapter } from './chapters.ts';
import { type Files, readFiles, starterOf, writeFiles } from './starters.ts';

/** Every reset keeps what it replaces. */
function savedFolder(chapter: Chapter): string {
  return join(chapter.folder, '..', '..', '.workshop', 'saved');
}

/** Puts the starter back. Gives the name under which the work was saved, or undefined where there was none to lose. */
export function resetChapter(chapter: Chapter, saved = savedFolder(chapter), now = new Date()): string | undefined {
  const work = readFiles(chapter.src);
  const starter = starterOf(chapter);
  if (isSame(work, starter)) return undefined;
  const name = freeName(saved, `${chapter.slug}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`);
  writeFiles(join(saved, name), work);
  writeFiles(chapter.src, starter);
  return name;
}

/** Brings saved work back, and saves what stands there now in its turn. */
export function restoreChapter(chapter: Chapter, name: string, saved = savedFolder(chapter)): string | undefined {
  const isOurs = name.startsWith(chapter.slug) && !/[/\\]/.test(name);
  const work = isOurs ? readFiles(join(saved, name)) : new Map<string, string>();
  if (work.size === 0) {
    throw new Error(`Nothing was saved under "${name}" for chapter ${chapter.number}.`);
  }
  const replaced = resetChapter(chapter, saved);
  writeFiles(chapter.src, work);
  return replaced;
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
