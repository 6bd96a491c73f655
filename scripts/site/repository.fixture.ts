import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Chapter } from '../workshop/chapters.ts';
import { starterOf, writeFiles } from '../workshop/starters.ts';
import { copyOfChapter01, testFolder } from '../workshop/test-folder.ts';

export interface TestRepository {
  readonly path: string;
  write(file: string, text: string): void;
  remove(): void;
}

/** A small repository of its own for one test: a home page, and what else is written into it. */
export function testRepository(pages: Record<string, string> = {}): TestRepository {
  const { path, remove } = testFolder();
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  };
  for (const [file, text] of Object.entries({ 'README.md': '# Home\n', ...pages })) write(file, text);
  return { path, write, remove };
}

/** With a copy of chapter 01, whose checks may run: the learner's own chapter is never touched. */
export function repositoryWithChapter(): TestRepository & { readonly chapter: Chapter } {
  const repository = testRepository();
  const chapter = copyOfChapter01(repository.path);
  // A learner may have begun; a test begins at the beginning.
  writeFiles(chapter.src, starterOf(chapter));
  return { ...repository, chapter };
}
