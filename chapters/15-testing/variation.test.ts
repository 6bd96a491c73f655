import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CheckFailure, type Session, variation } from '#check';
import { allChapters } from '../../scripts/workshop/chapters.ts';
import { type Grade, grade } from '../../scripts/workshop/grading/grade.ts';
import { type Programs, programsOf, withBugs } from '../../scripts/workshop/grading/programs.ts';
import { areas, bugs } from '../../solutions/15-testing/variation/bugs.ts';

const { check } = variation(import.meta.url);

const file = 'own.test.ts';

check('own.test.ts passes on the blog, and on another correct one', async (app) => {
  const { reference, variant } = await gradeOf(app, 1);
  if (reference ?? variant) throw reference ?? variant;
});

for (const [index, area] of areas.entries())
  check(`own.test.ts finds the bugs in ${area}`, async (app) => {
    const { reference, variant, bug } = await gradeOf(app, index + 1);
    if (reference ?? variant ?? bug) throw reference ?? variant ?? bug;
  });

let known: Promise<Programs> | undefined;

/** Only when somebody has begun: other chapters load this file, too, because of the routes of variations. */
function programs(): Promise<Programs> {
  const testing = allChapters().find(({ slug }) => slug === '15-testing')!;
  known ??= programsOf(testing).then((planted) => withBugs(planted, bugs));
  return known;
}

const stories = areas.map((_, index) => async (app: Session): Promise<Grade> => {
  if (!existsSync(join(app.src, 'tests', file)))
    throw new CheckFailure({
      problem: `There is no src/tests/${file} yet.`,
      expected: `a test file src/tests/${file} with tests of your own`,
      cause: 'the file has another name, or is in another folder.',
    });
  return grade({ programs: await programs(), src: app.src, file, step: index + 1 });
});

function gradeOf(app: Session, area: number): Promise<Grade> {
  return app.once(stories[area - 1]!);
}
