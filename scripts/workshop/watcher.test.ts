import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { testFolder } from './test-folder.fixture.ts';
import { watchFolder } from './watcher.ts';

// The tests run concurrently, each in its own folder, because they mostly wait for the watcher to poll.
describe('a folder is watched', { concurrency: true }, () => {
  it('every save is noticed, even if the editor writes another file and renames it', async (t) => {
    const watched = new WatchedFolder(t);
    const file = watched.path('posts', 'posts.ts');
    for (let save = 0; save < 3; save++) {
      await watched.notices(() => {
        writeFileSync(`${file}.tmp`, `renamed ${save}`);
        renameSync(`${file}.tmp`, file);
      });
      await watched.notices(() => writeFileSync(file, `in place ${save}`));
    }
  });

  it('new folders and their files are noticed, and so is their removal', async (t) => {
    const watched = new WatchedFolder(t);
    await watched.notices(() => {
      mkdirSync(watched.path('auth'));
      writeFileSync(watched.path('auth', 'tokens.ts'), 'one');
    });
    await watched.notices(() => writeFileSync(watched.path('auth', 'tokens.ts'), 'two'));
    await watched.notices(() => rmSync(watched.path('auth'), { recursive: true }));
  });

  it('the removal of the whole folder is noticed, and so is its return', async (t) => {
    const watched = new WatchedFolder(t);
    await watched.notices(() => rmSync(watched.path(), { recursive: true }));
    await watched.notices(() => {
      mkdirSync(watched.path());
      writeFileSync(watched.path('main.ts'), 'two');
    });
  });

  it('a save without a change is noticed', async (t) => {
    const watched = new WatchedFolder(t);
    await watched.notices(() => writeFileSync(watched.path('main.ts'), 'one'));
  });

  it('reading a file or writing a swap file does not count as a save', async (t) => {
    const watched = new WatchedFolder(t);
    readFileSync(watched.path('main.ts'));
    writeFileSync(watched.path('.main.ts.swp'), 'one');
    // Longer than the polling interval.
    await wait(600);
    assert.equal(watched.count, 0);
  });

  it('a save that is written in several steps is one save', async (t) => {
    const watched = new WatchedFolder(t);
    await watched.notices(() => {
      rmSync(watched.path('main.ts'));
      writeFileSync(watched.path('main.ts'), 'a');
      setTimeout(() => writeFileSync(watched.path('main.ts'), 'a whole file'), 50);
    });
    await wait(600);
    assert.equal(watched.count, 1);
  });
});

class WatchedFolder {
  /** The number of changes that were noticed. */
  count = 0;
  readonly #folder = testFolder();
  #heard = () => {};

  constructor(t: TestContext) {
    mkdirSync(this.path('posts'));
    writeFileSync(this.path('main.ts'), 'one');
    writeFileSync(this.path('posts', 'posts.ts'), 'one');
    const stop = watchFolder(this.#folder.path, () => {
      this.count++;
      this.#heard();
    });
    t.after(() => {
      stop();
      this.#folder.remove();
    });
  }

  path(...names: string[]): string {
    return join(this.#folder.path, ...names);
  }

  /** Resolves when the watcher has noticed the change that `work` makes. */
  notices(work: () => void): Promise<void> {
    return new Promise((resolve) => {
      this.#heard = resolve;
      work();
    });
  }
}
