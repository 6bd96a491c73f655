import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Chapter } from './chapters.ts';
import { shown, starter } from './regions.ts';

/** Files by their path below `src`, with forward slashes on every system. */
export type Files = Map<string, string>;

/** The starter of a chapter, cut from its solution. */
export function starterOf(chapter: Chapter): Files {
  return cut(chapter, starter);
}

/** The solution of a chapter as a reader sees it, without marks. */
export function solutionOf(chapter: Chapter): Files {
  return cut(chapter, shown);
}

export function readFiles(folder: string): Files {
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
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
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
  }
}

/** And the folders that are empty then. */
function removeFile(folder: string, name: string): void {
  rmSync(join(folder, name));
  for (
    let parent = dirname(name);
    parent !== '.' && readdirSync(join(folder, parent)).length === 0;
    parent = dirname(parent)
  ) {
    rmdirSync(join(folder, parent));
  }
}

/** What is different, a line for each file: `posts.ts differs`, `posts.ts is missing`, `posts.ts is too much`. */
export function differences(expected: Files, actual: Files): string[] {
  const names = [...new Set([...expected.keys(), ...actual.keys()])].sort();
  return names.flatMap((name) => {
    if (!actual.has(name)) return [`${name} is missing`];
    if (!expected.has(name)) return [`${name} is too much`];
    return expected.get(name) === actual.get(name) ? [] : [`${name} differs`];
  });
}

function cut(chapter: Chapter, view: (text: string) => string): Files {
  const files: Files = new Map();
  const solution = readFiles(chapter.solution);
  // Nothing cut from nothing would be an empty starter: a reset would take everything away, and call it done.
  if (solution.size === 0) throw new Error(noSolution(chapter));
  for (const [name, text] of solution) {
    try {
      const result = view(text);
      if (result !== '') files.set(name, result);
    } catch (error) {
      throw new Error(`${relative(process.cwd(), join(chapter.solution, name))}: ${(error as Error).message}`);
    }
  }
  return files;
}

function noSolution({ slug, solution }: Chapter): string {
  const place = relative(process.cwd(), solution).split(sep).join('/');
  return `${place} has no files. Starter and solution are cut from it. Get it back: git restore solutions/${slug}`;
}
