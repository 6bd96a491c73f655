import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Chapter, root } from './chapters.ts';
import { type Files, readFiles, starterOf, writeFiles } from './starters.ts';

/** Every reset keeps what it replaces. */
const savedFolder = join(root, '.workshop', 'saved');

/** Puts the starter back. Gives the name under which the work was saved, or undefined where there was none to lose. */
export function resetChapter(chapter: Chapter, saved = savedFolder, now = new Date()): string | undefined {
  const work = readFiles(chapter.src);
  const starter = starterOf(chapter);
  if (isSame(work, starter)) return undefined;
  const name = `${chapter.slug}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`;
  const folder = join(saved, name);
  mkdirSync(folder, { recursive: true });
  writeFiles(folder, work);
  writeFiles(chapter.src, starter);
  return name;
}

/** Brings saved work back, and saves what stands there now in its turn. */
export function restoreChapter(chapter: Chapter, name: string, saved = savedFolder): string | undefined {
  const isOurs = name.startsWith(chapter.slug) && !/[/\\]/.test(name);
  const work = isOurs ? readFiles(join(saved, name)) : new Map<string, string>();
  if (work.size === 0) {
    throw new Error(`Nothing was saved under "${name}" for chapter ${chapter.number}.`);
  }
  const replaced = resetChapter(chapter, saved);
  writeFiles(chapter.src, work);
  return replaced;
}

function isSame(a: Files, b: Files): boolean {
  return a.size === b.size && [...a].every(([name, text]) => b.get(name) === text);
}
