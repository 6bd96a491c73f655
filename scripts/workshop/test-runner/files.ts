import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The folders whose tests must always pass. Chapters are the learner's, and allowed to be unfinished. */
export const AREAS = ['framework', 'scripts', 'solutions'];

/** Every `*.test.ts` of the areas, as paths below `root` with forward slashes, sorted. */
export function findTestFiles(root: string): string[] {
  return AREAS.flatMap((area) => testFilesBelow(join(root, area)))
    .map((file) => relative(root, file).split(sep).join('/'))
    .sort();
}

/** The area that a path from `findTestFiles` belongs to. */
export function areaOf(file: string): string {
  return file.slice(0, file.indexOf('/'));
}

/** `tests` are those that a chapter teaches. They set the environment of their process, and `npm run verify` runs them. */
const SKIPPED_FOLDERS = new Set(['node_modules', 'fixtures', 'dist', 'bench', 'source', 'tests']);

function testFilesBelow(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return SKIPPED_FOLDERS.has(entry.name) || entry.name.startsWith('.') ? [] : testFilesBelow(path);
    }
    return entry.isFile() && entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // An area may not exist yet. Anything else, such as a folder that may not be read, would hide tests.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
