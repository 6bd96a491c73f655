import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Chapter } from './chapters.ts';
import { asOf } from './regions.ts';

/** Files by their path below `src`, with forward slashes on every system. */
export type Files = Map<string, string>;

/** The starter of a chapter. */
export function starterOf(chapter: Chapter): Files {
  return solutionAt(chapter, 0);
}

/** The solution of a chapter. */
export function solutionOf(chapter: Chapter): Files {
  return solutionAt(chapter, Infinity);
}

/** The chapter with its steps up to this one solved, and the later ones as in the starter. */
export function solutionAt(chapter: Chapter, step: number): Files {
  return overlay(baseOf(chapter), chapter.sources.at(-1)!, step);
}

/** The starter for a design of one's own: the types, and empty classes where the steps would lead. Undefined if there is none. */
export function freeStarterOf(chapter: Chapter): Files | undefined {
  const folder = join(chapter.solution, '..', 'free');
  return existsSync(folder) ? withFiles(starterOf(chapter), readFiles(folder)) : undefined;
}

/** Whether these are the files of a starter, in which nobody has written anything. */
export function isStarter(chapter: Chapter, files: Files): boolean {
  return [starterOf(chapter), freeStarterOf(chapter)].some(
    (starter) => starter && differences(starter, files).length === 0,
  );
}

/** Other files in the place of some of these. An empty one takes the file away. */
export function withFiles(base: Files, others: Files): Files {
  const files = new Map([...base, ...others]);
  for (const [name, text] of others) if (text.trim() === '') files.delete(name);
  return files;
}

/** What a chapter builds on: the solution of the chapter before, or of those that `builds-on.txt` names. */
export function baseOf({ sources }: Chapter): Files {
  return sources.slice(0, -1).reduce<Files>((files, source) => overlay(files, source, Infinity), new Map());
}

/** The marked source holds only the files that the chapter changes. One that is empty in a version doesn't exist in it. */
function overlay(base: Files, source: string, step: number): Files {
  const changes = readFiles(source);
  // With an empty overlay, a reset would replace the learner's work with the solution of the chapter before.
  if (changes.size === 0) throw new Error(noSource(source));
  const files = new Map(base);
  for (const [name, text] of changes) {
    const version = versionOf(join(source, name), text, step);
    if (version === '') files.delete(name);
    else files.set(name, version);
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function versionOf(path: string, text: string, step: number): string {
  try {
    return asOf(text, step);
  } catch (error) {
    throw new Error(`${relative(process.cwd(), path)}: ${(error as Error).message}`);
  }
}

function noSource(source: string): string {
  const place = relative(process.cwd(), source).split(sep).join('/');
  const folder = `solutions/${basename(dirname(source))}`;
  return `${place} has no files. The starter and the solution are generated from it. Get it back: git restore ${folder}`;
}

export function readFiles(folder: string): Files {
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      // A link may lead nowhere.
      .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
      .map((name) => name.split(sep).join('/'))
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

/** Makes a folder hold exactly these files. */
export function writeFiles(folder: string, files: Files): void {
  for (const name of readFiles(folder).keys()) if (!files.has(name)) removeFile(folder, name);
  for (const [name, text] of files) {
    const path = join(folder, name);
    clearWay(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
  }
}

/**
 * Removes what is in the way of a file: a file or a link in the place of one of its folders, a folder or a link in its own. Somebody
 * may have linked a folder of another chapter, and we would write into that.
 */
export function clearWay(folder: string, name: string): void {
  const parts = name.split('/');
  for (const count of parts.keys()) {
    const path = join(folder, ...parts.slice(0, count + 1));
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return;
    const isRight = count + 1 < parts.length ? found.isDirectory() : found.isFile();
    if (!isRight) rmSync(path, { recursive: true });
  }
}

/** Also removes the folders that are empty afterwards. */
export function removeFile(folder: string, name: string): void {
  rmSync(join(folder, name));
  for (
    let parent = dirname(name);
    parent !== '.' && readdirSync(join(folder, parent)).length === 0;
    parent = dirname(parent)
  ) {
    rmdirSync(join(folder, parent));
  }
}

/** The differences, one line per file: `posts.ts differs`, `posts.ts is missing`, `posts.ts should not be there`. */
export function differences(expected: Files, actual: Files): string[] {
  const names = [...new Set([...expected.keys(), ...actual.keys()])].sort();
  return names.flatMap((name) => {
    if (!actual.has(name)) return [`${name} is missing`];
    if (!expected.has(name)) return [`${name} should not be there`];
    return expected.get(name) === actual.get(name) ? [] : [`${name} differs`];
  });
}
