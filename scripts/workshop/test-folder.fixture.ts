import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { allChapters, type Chapter, root } from './chapters.ts';
import { type Files, writeFiles } from './starters.ts';

/** A folder for one test, inside the repository, so that programs in it find their packages. */
export function testFolder(): { path: string; remove(): void } {
  const parent = join(root, '.workshop', 'tests');
  mkdirSync(parent, { recursive: true });
  // A new name each time: this process imports files from it, and would not read the same path twice.
  const path = mkdtempSync(join(parent, 'case-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A copy of chapter 01 and its solution, for a test to break. */
export function copyOfChapter01(folder: string): Chapter {
  return copyOfChapter('01-hello-route', folder);
}

export function copyOfChapter(slug: string, folder: string): Chapter {
  const original = allChapters().find((chapter) => chapter.slug === slug)!;
  // The chapter is also generated from the sources of the previous chapters.
  const folders = [original.folder, join(original.solution, '..'), ...original.sources];
  for (const each of folders) cpSync(each, join(folder, relative(root, each)), { recursive: true });
  // Checks import the driver that opens a database file.
  const framework = join(folder, 'framework');
  if (!existsSync(framework)) symlinkSync(join(root, 'framework'), framework, 'junction');
  return allChapters(folder).find((chapter) => chapter.slug === slug)!;
}

/** A program with one controller. `routes` is the source code of its routes. */
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
