import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { testFolder } from './test-folder.ts';
import { watchFolder } from './watcher.ts';

for (const way of ['events', 'polling']) {
  describe(`a folder is watched, by ${way}`, () => {
    let folder: ReturnType<typeof testFolder>;
    let stop: () => void;
    let heard: () => void;

    beforeEach(() => {
      folder = testFolder();
      mkdirSync(join(folder.path, 'posts'));
      writeFileSync(join(folder.path, 'main.ts'), 'one');
      writeFileSync(join(folder.path, 'posts', 'posts.ts'), 'one');
      if (way === 'polling') process.env.WORKSHOP_POLL = '1';
      stop = watchFolder(folder.path, () => heard());
      delete process.env.WORKSHOP_POLL;
    });
    afterEach(() => {
      stop();
      folder.remove();
    });

    /** Resolves when the change that `work` makes was noticed. */
    const noticed = (work: () => void) =>
      new Promise<void>((resolve) => {
        heard = resolve;
        work();
      });

    it('every save is noticed, also of editors that write another file and rename it', async () => {
      const file = join(folder.path, 'posts', 'posts.ts');
      for (let save = 0; save < 5; save++) {
        await noticed(() => {
          writeFileSync(`${file}.tmp`, `renamed ${save}`);
          renameSync(`${file}.tmp`, file);
        });
        await noticed(() => writeFileSync(file, `in place ${save}`));
      }
    });

    it('new folders and their files are noticed, and so is their end', async () => {
      await noticed(() => {
        mkdirSync(join(folder.path, 'auth'));
        writeFileSync(join(folder.path, 'auth', 'tokens.ts'), 'one');
      });
      await noticed(() => writeFileSync(join(folder.path, 'auth', 'tokens.ts'), 'two'));
      await noticed(() => rmSync(join(folder.path, 'auth'), { recursive: true }));
    });

    it('a save that changes nothing is none', async () => {
      let count = 0;
      heard = () => count++;
      writeFileSync(join(folder.path, 'main.ts'), 'one');
      await noticed(() => writeFileSync(join(folder.path, 'main.ts'), 'two'));
      assert.equal(count, 0);
    });
  });
}
