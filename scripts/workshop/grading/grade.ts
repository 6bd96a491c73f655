import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CheckFailure } from '../check/failure.ts';
import { hashOf } from '../progress.ts';
import { sideBySide } from '../side-by-side.ts';
import { type Files, readFiles } from '../starters.ts';
import { type RunOptions, type TestRun, TestsStuck, withGrader } from './grader.ts';
import type { PlantedBug, Programs } from './programs.ts';
import { bundleTests } from './test-bundle.ts';
import * as verdict from './verdicts.ts';

export interface GradeOptions {
  readonly programs: Programs;
  /** The learner's folder, or that of the solution. */
  readonly src: string;
  /** `posts.test.ts`, in the folder `tests`. */
  readonly file: string;
  /** The step whose bugs the tests have to find. */
  readonly step: number;
  /** How long the tests may show no sign of life, in milliseconds. */
  readonly patience?: number;
}

/** How good the tests in one file are: whether they pass on correct programs, and fail on all others. */
export interface Grade {
  /** Why the tests don't pass on the reference. */
  reference?: CheckFailure;
  /** Why they don't pass on the other correct program. */
  variant?: CheckFailure;
  /** Why the first bug that they miss is missed. */
  bug?: CheckFailure;
}

/** Grades without a problem, by the tests that got them: as long as the tests stay the same, so does the grade. */
const known = new WeakMap<Programs, Map<string, Promise<Grade>>>();

/** Grades the tests of a file, unless the same tests have passed before: on a save, only one of several files has changed. */
export async function grade(options: GradeOptions): Promise<Grade> {
  const { programs, src, file, step } = options;
  const grades = known.get(programs) ?? new Map<string, Promise<Grade>>();
  known.set(programs, grades);
  const key = `${step} ${hashOf(testsFor(src, file))}`;
  const result = grades.get(key) ?? gradeNow(options);
  grades.set(key, result);
  const { reference, variant, bug } = await result;
  if (reference ?? variant ?? bug) grades.delete(key);
  return { reference, variant, bug };
}

/** The test file, and the files that tests share. */
function testsFor(src: string, file: string): Files {
  const files = [...readFiles(join(src, 'tests'))];
  return new Map(files.filter(([name]) => name === file || !name.endsWith('.test.ts')));
}

/**
 * Runs the tests against every program of a step, in a random order: tests that count their runs learn nothing.
 */
async function gradeNow({ programs, src, file, step, patience }: GradeOptions): Promise<Grade> {
  const path = join(src, 'tests', file);
  if (!existsSync(path)) return { reference: verdict.noFile(file) };
  const bugs = programs.bugs.filter((bug) => bug.step === step);
  const session = new GradingSession(path, programs, patience);
  try {
    return await session.grade(bugs);
  } catch (error) {
    if (error instanceof TestsStuck) return { reference: verdict.stuck(file, error) };
    if (error instanceof CheckFailure) return { reference: error };
    throw error;
  }
}

type Name = 'reference' | 'variant';

class GradingSession {
  readonly #path: string;
  readonly #correct: Record<Name, Files>;
  readonly #patience: number | undefined;

  constructor(path: string, { reference, variant }: Programs, patience: number | undefined) {
    this.#path = path;
    this.#patience = patience;
    this.#correct = { reference, variant };
  }

  async grade(bugs: readonly PlantedBug[]): Promise<Grade> {
    const runs = new Map<Name | PlantedBug, TestRun>();
    const names: Name[] = ['reference', 'variant'];
    await sideBySide(shuffled([...names, ...bugs]), async (program) => {
      const isCorrect = typeof program === 'string';
      // Tests that fail on a correct program prove nothing about a bug.
      if (!isCorrect && names.some((name) => failed(runs.get(name)))) return;
      runs.set(program, await (isCorrect ? this.#runCorrect(program) : this.#runBug(program)));
    });
    const reference = await this.#problemOfReference(runs.get('reference')!);
    if (reference !== undefined) return { reference };
    const variant = await this.#problemOfVariant(runs.get('variant')!);
    if (variant !== undefined) return variant;
    return { bug: verdict.ofBugs(bugs.map((bug) => ({ bug, run: runs.get(bug)! }))) };
  }

  async #problemOfReference(run: TestRun): Promise<CheckFailure | undefined> {
    if (!failed(run)) return verdict.ofBehaviour(run);
    const isRandom = !failed(await this.#runCorrect('reference'));
    return isRandom ? verdict.flaky(run) : verdict.failsOnReference(run);
  }

  /** On the variant, the tests run in the reverse order, so it may be the order that they fail on. */
  async #problemOfVariant(run: TestRun): Promise<Grade | undefined> {
    if (!failed(run)) return undefined;
    const inOrder = await this.#run(this.#correct.variant);
    if (failed(inOrder)) return { variant: verdict.failsOnVariant(inOrder) };
    const isRandom = !failed(await this.#runCorrect('variant'));
    return { reference: isRandom ? verdict.flaky(run) : verdict.dependsOnOrder(run) };
  }

  #runCorrect(name: Name): Promise<TestRun> {
    return this.#run(this.#correct[name], { isReversed: name === 'variant' });
  }

  #runBug({ program }: PlantedBug): Promise<TestRun> {
    return this.#run(program, { stopsAtFailure: true });
  }

  async #run(program: Files, options: RunOptions = {}): Promise<TestRun> {
    const bundle = await bundleTests(this.#path, program);
    try {
      return await withGrader((grader) => grader.run(bundle, options, this.#patience));
    } finally {
      await rm(bundle, { force: true });
    }
  }
}

function failed(run: TestRun | undefined): boolean {
  return run !== undefined && (run.failures.length > 0 || run.strays.length > 0 || run.calledExit);
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
