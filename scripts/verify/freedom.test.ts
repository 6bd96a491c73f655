import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { skipSlow } from '../../framework/fixtures/slow.ts';
import { mergeTrees } from '../workshop/carry/merge-trees.ts';
import { allChapters } from '../workshop/chapters.ts';
import { checksOf } from '../workshop/check/collector.ts';
import { runChecks } from '../workshop/check/run.ts';
import { findChapter } from '../workshop/find-chapter.ts';
import { withFolder } from '../workshop/scratch-folder.ts';
import { baseOf, type Files, readFiles, solutionOf, starterOf, withFiles } from '../workshop/starters.ts';
import { typeErrors } from '../workshop/type-errors.ts';
import { freeDesignsOf } from './designs.ts';

const chapter = (number: string) => findChapter(number, allChapters());

describe('designs that are not ours', {
  skip: skipSlow('starts the blog on another framework', import.meta.filename),
}, () => {
  it('make a framework together, and the blog runs on it', async () => {
    const parts = [
      ['25', 'index-walk'],
      ['26', 'waves'],
      ['27', 'combined-in-the-decorator'],
    ] as const;
    const last = chapter('28');
    const ours = solutionOf(last);
    const files = parts.reduce<Files>((framework, [number, design]) => {
      const folder = join(chapter(number).solution, '..');
      const free = withFiles(framework, readFiles(join(folder, 'free')));
      return withFiles(free, readFiles(join(folder, 'designs', design)));
    }, ours);
    // What the router of this design doesn't need.
    files.delete('framework/tree.ts');
    const gone = [...ours.keys()].filter((name) => !files.has(name));
    assert.deepEqual(
      gone,
      ['chain', 'graph', 'rules', 'tree'].map((name) => `framework/${name}.ts`),
    );
    await withFolder(files, async (src) => {
      assert.deepEqual(await typeErrors(src), []);
      const results = await runChecks(await checksOf(last), src);
      assert.ok(results.length > 20);
      assert.deepEqual(
        results.flatMap(({ name, failure }) => (failure ? [`${name}: ${failure.problem}`] : [])),
        [],
      );
    });
  });

  it('can be carried on without a conflict where the next chapter leaves their files alone', async () => {
    for (const [from, to] of [
      ['23', '24'],
      ['24', '25'],
      ['25', '26'],
      ['26', '27'],
    ] as const)
      for (const { name, files } of freeDesignsOf(chapter(from))) {
        const [base, starter] = [baseOf(chapter(to)), starterOf(chapter(to))];
        const { tree, fates } = mergeTrees({ base, mine: files, starter }, { mine: 'mine', starter: 'starter' });
        const conflicts = fates.filter(({ fate }) => fate === 'conflict').map(({ file }) => file);
        assert.deepEqual(conflicts, [], `${name} in chapter ${to}`);
        const errors = await withFolder(tree as Files, (src) => typeErrors(src));
        const known = await withFolder(starter, (src) => typeErrors(src));
        assert.deepEqual(
          errors.filter((error) => !known.includes(error)),
          [],
          name,
        );
      }
  });
});
