import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { allChapters } from '../scripts/workshop/chapters.ts';
import type { Check } from '../scripts/workshop/check/check.ts';
import { collectChecks } from '../scripts/workshop/check/collector.ts';
import { CheckFailure } from '../scripts/workshop/check/failure.ts';
import { Run } from '../scripts/workshop/check/run.ts';

/** Every solution passes the checks of its chapter, the same that the learners' code has to pass. */
for (const { number, title, folder, solution } of allChapters()) {
  const checks = await collectChecks(pathToFileURL(join(folder, 'check.test.ts')));
  describe(`solution ${number}: ${title}`, () => {
    let run: Run;
    before(() => {
      run = new Run(solution);
    });
    after(() => run.end());
    for (const check of checks) it(`step ${check.step}: ${check.name}`, () => holds(run, check));
  });
}

async function holds(run: Run, check: Check): Promise<void> {
  const { failure } = await run.result(check);
  if (failure !== undefined) throw new CheckFailure(failure);
}
