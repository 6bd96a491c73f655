import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { allChapters } from '../scripts/workshop/chapters.ts';
import type { Check } from '../scripts/workshop/check/check-definition.ts';
import { collectChecks } from '../scripts/workshop/check/collector.ts';
import { CheckFailure } from '../scripts/workshop/check/failure.ts';
import { Run } from '../scripts/workshop/check/run.ts';
import { Lender } from '../scripts/workshop/services/lender.ts';
import { solutionOf, writeFiles } from '../scripts/workshop/starters.ts';
import { testFolder } from '../scripts/workshop/test-folder.fixture.ts';

/** `.ci/run` runs `npm run verify` next, which starts with the same checks of the same solutions. */
const skip = process.env.TRELLIS_VERIFY ? 'npm run verify follows' : false;

/** Every solution passes the checks of its chapter, the same that the learners' code has to pass. */
for (const chapter of allChapters()) {
  const checks = await collectChecks(pathToFileURL(join(chapter.folder, 'check.test.ts')));
  describe(`solution ${chapter.number}: ${chapter.title}`, { skip }, () => {
    const lender = new Lender({ mayStart: Boolean(process.env.CI || process.env.TRELLIS_SLOW) });
    const folder = testFolder();
    // As deep in the repository as a chapter's `src`: one file of chapter 27 leads out of it.
    const run = new Run(folder.path, { lender });
    before(() => writeFiles(folder.path, solutionOf(chapter)));
    after(async () => {
      await run.end();
      await lender.end();
      folder.remove();
    });
    for (const check of checks) it(`step ${check.step}: ${check.name}`, (t) => holds(t as TestContext, run, check));
  });
}

async function holds(t: TestContext, run: Run, check: Check): Promise<void> {
  const { failure, skipped } = await run.result(check);
  if (skipped !== undefined) t.skip(skipped);
  if (failure !== undefined) throw new CheckFailure(failure);
}
