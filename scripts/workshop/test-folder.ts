import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { allChapters, type Chapter, root } from './chapters.ts';
import { type Files, writeFiles } from './starters.ts';

/**
 * Why a test is left out that starts program after program: `npm test` is what learners wait for. CI runs them all.
 */
export const tooSlow =
  !process.env.CI && !process.env.TRELLIS_SLOW && 'starts many programs: set TRELLIS_SLOW=1 to run it';

/** A folder for one test, inside of the repository, so that programs in it find their packages. */
export function testFolder(): { path: string; remove(): void } {
  const parent = join(root, '.workshop', 'tests');
  mkdirSync(parent, { recursive: true });
  // A new name each time: this process imports files from it, and would not read the same path twice.
  const path = mkdtempSync(join(parent, 'case-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A copy of chapter 01 and its solution, to be broken by a test. */
export function copyOfChapter01(folder: string): Chapter {
  return copyOfChapter('01-hello-route', folder);
}

export function copyOfChapter(slug: string, folder: string): Chapter {
  for (const part of ['chapters', 'solutions']) {
    cpSync(join(root, part, slug), join(folder, part, slug), { recursive: true });
  }
  return allChapters(folder).find((chapter) => chapter.slug === slug)!;
}

/** A program with one controller, whose routes are the text. */
export function programOf(routes: string, before = ''): Files {
  const main = [
    "import { createApp, module } from 'trellis';",
    before,
    `class Routes { routes() { return [${routes}]; } }`,
    "await createApp(module('Test', { declarations: [Routes] })).listen();",
  ];
  return new Map([['main.ts', `${main.join('\n')}\n`]]);
}

export function writeProgram(folder: string, files: Files): string {
  const src = join(folder, 'src');
  mkdirSync(src, { recursive: true });
  writeFiles(src, files);
  return src;
}
