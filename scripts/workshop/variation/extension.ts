import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allChapters } from '../chapters.ts';
import { CheckFailure } from '../check/failure.ts';
import type { Mistake } from '../check/mistake.ts';
import type { Session } from '../check/session.ts';
import { withEdits } from '../known-mistakes.ts';
import { runCommand } from '../run/command.ts';
import { isolation } from '../run/isolation.ts';
import { withFolder } from '../scratch-folder.ts';
import { type Files, readFiles, solutionOf } from '../starters.ts';
import { variation } from './define.ts';

/**
 * A feature that learners may add to the program of a chapter, and whose test they write. Ours is in `features/tests`, beside the
 * solution.
 */
export interface Feature {
  /** Of its test: `redirect` is tested in `tests/redirect.test.ts`. */
  readonly name: string;
  /** The solution of the chapter with these edits has the feature. */
  readonly edits: Mistake['edits'];
  /** Planted into the solution with the feature. */
  readonly bugs: readonly FeatureBug[];
}

export interface FeatureBug {
  /** What it does to the people who use the framework. Shown as soon as a test has found it. */
  readonly does: string;
  /** What tests that miss it lack. */
  readonly missed: string;
  readonly edits: Mistake['edits'];
}

/** Starting a program takes a moment, and each bug needs one. */
const deadline = 120_000;
/** How much of the output of a test a failure shows. */
const lastLines = 14;

/**
 * A variation in which the learner chooses a feature, adds it, and writes its test. Our test has to pass on their program. Theirs has
 * to pass on their program and on ours, which has the feature as well, and to fail on ours with each of the bugs.
 */
export function extension(url: string, features: readonly Feature[]): void {
  const { check } = variation(url);
  const folder = dirname(fileURLToPath(url));
  const chapter = allChapters().find(({ slug }) => slug === basename(folder))!;
  const options = { concurrent: true, deadline };
  const ours = ({ edits }: Feature) => withEdits(solutionOf(chapter), edits);

  check('one of the features has a test', async (app) => void chosenIn(app), options);
  check(
    'the feature keeps its rules',
    async (app) => {
      for (const feature of chosenIn(app)) {
        const { passes, output } = await run(feature, readFiles(app.src), ourTests(feature));
        if (passes) continue;
        throw new CheckFailure({
          problem: `Our test of the feature "${feature.name}" fails on your framework.`,
          output,
          expected: 'the rules of this feature, which the section "On your own" lists',
        });
      }
    },
    options,
  );
  check(
    'your test passes on your framework',
    async (app) => {
      for (const feature of chosenIn(app)) await mustPass(feature, readFiles(app.src), app, 'your own framework');
    },
    options,
  );
  check(
    'your test passes on another framework with this feature',
    async (app) => {
      for (const feature of chosenIn(app))
        await mustPass(feature, ours(feature), app, 'another framework that has the feature', [
          'the test expects something that the rules of the feature do not promise.',
          'the test depends on how your framework is written. Use what it exports, and requests.',
        ]);
    },
    options,
  );
  check(
    'your test finds every bug',
    async (app) => {
      for (const feature of chosenIn(app)) await mustFindAll(feature, app);
    },
    options,
  );

  function ourTests({ name }: Feature): Files {
    const own = readFiles(join(chapter.solution, '..', 'features', 'tests'));
    return new Map([...own].map(([file, text]) => [`tests/${file === `${name}.ts` ? `${name}.test.ts` : file}`, text]));
  }

  function chosenIn({ src }: Session): Feature[] {
    const chosen = features.filter((feature) => existsSync(join(src, fileOf(feature))));
    if (chosen.length > 0) return chosen;
    throw new CheckFailure({
      problem: 'There is no test of a feature yet.',
      expected: `one of the files ${features.map((feature) => `src/${fileOf(feature)}`).join(', ')}`,
    });
  }

  async function mustPass(feature: Feature, program: Files, app: Session, where: string, cause?: string[]) {
    const { passes, output } = await run(feature, program, testsIn(app));
    if (passes) return;
    throw new CheckFailure({
      problem: `src/${fileOf(feature)} fails on ${where}.`,
      output,
      expected: 'every test passes',
      ...(cause && { cause }),
    });
  }

  async function mustFindAll(feature: Feature, app: Session): Promise<void> {
    const found: string[] = [];
    for (const [index, { edits, does, missed }] of feature.bugs.entries()) {
      const { passes } = await run(feature, withEdits(ours(feature), edits), testsIn(app));
      if (!passes) {
        found.push(`✓ bug ${index + 1}: ${does}`);
        continue;
      }
      throw new CheckFailure({
        problem: `src/${fileOf(feature)} passes on a framework with a bug (bug ${index + 1} of ${feature.bugs.length}).`,
        happened: [`Found so far: ${found.length === 0 ? 'none.' : ''}`, ...found].join('\n'),
        expected: 'at least one test that fails',
        cause: missed,
      });
    }
  }
}

function fileOf({ name }: Feature): string {
  return `tests/${name}.test.ts`;
}

/** The learner's tests, and the files that they share. */
function testsIn({ src }: Session): Files {
  return new Map([...readFiles(src)].filter(([name]) => name.startsWith('tests/')));
}

/** Runs a test in the folder of a program, whose framework it imports under its name. */
function run(feature: Feature, program: Files, tests: Files): Promise<{ passes: boolean; output: string }> {
  return withFolder(new Map([...program, ...tests]), async (src) => {
    const env = { ...isolation(), LOG_LEVEL: 'error' };
    const { code, stdout, stderr } = await runCommand({ src, program: fileOf(feature), words: [], env });
    return { passes: code === 0, output: summaryOf(stdout + stderr) };
  });
}

/** Without the passing tests, and without what node:test says about durations. */
function summaryOf(output: string): string {
  const lines = output
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(TAP|\s*(ok |# |1\.\.|---|\.\.\.|duration_ms|type:))/.test(line));
  return lines.slice(0, lastLines).join('\n');
}
