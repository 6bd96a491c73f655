import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Chapter, root } from '../workshop/chapters.ts';
import { starterOf, writeFiles } from '../workshop/starters.ts';
import { copyOfChapter01, testFolder } from '../workshop/test-folder.fixture.ts';

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

/** A copy of this whole repository, without packages and without what a running chapter or a learner's progress left there. */
export function copyOfRepository(): TestRepository {
  const repository = testRepository();
  const leftOut = ['node_modules', '.git', '.workshop', 'dist'];
  for (const name of readdirSync(root).filter((each) => !leftOut.includes(each))) {
    cpSync(join(root, name), join(repository.path, name), {
      recursive: true,
      filter: (path) => !leftOut.includes(basename(path)),
    });
  }
  return repository;
}

/** With a copy of chapter 01, whose checks may run: the learner's own chapter is never touched. */
export function repositoryWithChapter(): TestRepository & { readonly chapter: Chapter } {
  const repository = testRepository();
  const chapter = copyOfChapter01(repository.path);
  // A learner may have begun; a test begins at the beginning.
  writeFiles(chapter.src, starterOf(chapter));
  return { ...repository, chapter };
}
