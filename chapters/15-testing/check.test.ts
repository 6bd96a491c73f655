import { CheckFailure, chapter, type Session } from '#check';
import { allChapters } from '../../scripts/workshop/chapters.ts';
import { type Grade, grade } from '../../scripts/workshop/grading/grade.ts';
import { programIn, programsOf } from '../../scripts/workshop/grading/programs.ts';
import { differences, readFiles, starterOf } from '../../scripts/workshop/starters.ts';

const { step } = chapter(import.meta.url);
const testing = allChapters().find(({ slug }) => slug === '15-testing')!;
const programs = await programsOf(testing);

step(1, (check) => {
  check(
    'the blog itself is unchanged',
    async (app) => {
      const changes = differences(programIn(starterOf(testing)), programIn(readFiles(app.src)));
      if (changes.length === 0) return;
      throw new CheckFailure({
        problem: `The blog in your src folder is not the blog of chapter 14: ${changes.slice(0, 3).join(', ')}.`,
        expected: 'changes only in src/tests',
        cause:
          'a file of the blog was edited while you tried something out. The check runs your tests on the original, so its results could differ from yours. Undo the change in your editor, or with git restore and the path of the file. (npm run reset 15 would replace your tests with those of the starter, too.)',
      });
    },
    { alreadyTrue: true },
  );
});

for (const [index, file] of [
  'posts.test.ts',
  'requests.test.ts',
  'time.test.ts',
  'concurrency.test.ts',
  'secrets.test.ts',
].entries()) {
  const number = index + 1;
  const graded = (app: Session): Promise<Grade> => grade({ programs, src: app.src, file, step: number });
  step(number, (check) => {
    // The starter's tests pass on correct programs. They find too little.
    check(
      `${file} passes on the blog`,
      async (app) => {
        const { reference } = await app.once(graded);
        if (reference) throw reference;
      },
      { alreadyTrue: true },
    );

    check(
      `${file} passes on another correct blog`,
      async (app) => {
        const { reference, variant } = await app.once(graded);
        if (reference ?? variant) throw reference ?? variant;
      },
      { alreadyTrue: true },
    );

    check(`${file} finds every bug`, async (app) => {
      const { reference, variant, bug } = await app.once(graded);
      if (reference ?? variant ?? bug) throw reference ?? variant ?? bug;
    });
  });
}
