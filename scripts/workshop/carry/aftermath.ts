import { availableParallelism } from 'node:os';
import type { Chapter } from '../chapters.ts';
import type { Check } from '../check/check-definition.ts';
import { checksOf } from '../check/collector.ts';
import { type CheckResult, runChecks } from '../check/run.ts';
import { withFolder } from '../scratch-folder.ts';
import { starterOf } from '../starters.ts';
import { typeErrors } from '../type-errors.ts';

/** The checks of the earlier chapters on the merged program. */
export interface Aftermath {
  readonly passed: number;
  /** The starter fails them, too: the new chapter changes what they check. */
  readonly outdated: number;
  readonly skipped: number;
  readonly failed: readonly CheckResult[];
  /** Those that the starter doesn't have. */
  readonly typeErrors: readonly string[];
}

export async function examineMerged(chapter: Chapter, origins: readonly Chapter[]): Promise<Aftermath> {
  const errors = await newTypeErrors(chapter);
  let sum: Outcome = { passed: 0, outdated: 0, skipped: 0, failed: [] };
  for (const origin of origins) sum = added(sum, await examine(chapter, await checksOf(origin)));
  return { ...sum, typeErrors: errors };
}

type Outcome = Omit<Aftermath, 'typeErrors'>;

function added(one: Outcome, other: Outcome): Outcome {
  return {
    passed: one.passed + other.passed,
    outdated: one.outdated + other.outdated,
    skipped: one.skipped + other.skipped,
    failed: [...one.failed, ...other.failed],
  };
}

async function examine(chapter: Chapter, checks: readonly Check[]): Promise<Outcome> {
  const first = await run(checks, chapter.src);
  // On a busy machine a deadline can pass: what fails gets a second try.
  const failing = await stillFailing(checks, first, chapter.src);
  // Starters do start: a program that doesn't has no excuse.
  const isBroken = failing.some(({ about }) => about !== undefined);
  const excused =
    failing.length === 0 || isBroken
      ? []
      : await withFolder(starterOf(chapter), (folder) => run(checksOfResults(checks, failing), folder));
  const isExcused = ({ step, name }: CheckResult) =>
    excused.some((one) => one.step === step && one.name === name && one.failure !== undefined);
  const failed = failing.filter((result) => !isExcused(result));
  const unexamined = first.filter(({ isUnexamined }) => isUnexamined);
  const outcome = {
    passed: first.length - failing.length - unexamined.length - first.filter(({ skipped }) => skipped).length,
    outdated: failing.length - failed.length,
    skipped: first.filter(({ skipped }) => skipped).length,
    failed,
  };
  // The rules of a step wait for its checks, and some of those are outdated now.
  if (unexamined.length === 0 || failed.length > 0) return outcome;
  return added(outcome, await examine(chapter, checksOfResults(checks, unexamined)));
}

async function stillFailing(
  checks: readonly Check[],
  results: readonly CheckResult[],
  src: string,
): Promise<CheckResult[]> {
  const failed = results.filter(({ failure }) => failure !== undefined);
  if (failed.length === 0 || failed.some(({ about }) => about !== undefined)) return failed;
  return (await run(checksOfResults(checks, failed), src)).filter(({ failure }) => failure !== undefined);
}

function checksOfResults(checks: readonly Check[], results: readonly CheckResult[]): Check[] {
  return checks.filter(({ step, name }) => results.some((result) => result.step === step && result.name === name));
}

function run(checks: readonly Check[], src: string): Promise<CheckResult[]> {
  return runChecks(checks, src, undefined, { lanes: Math.min(availableParallelism(), 4) });
}

/** A starter may have errors on purpose, which its steps remove. */
async function newTypeErrors(chapter: Chapter): Promise<string[]> {
  const errors = await typeErrors(chapter.src);
  if (errors.length === 0) return [];
  const known = await withFolder(starterOf(chapter), (folder) => typeErrors(folder));
  const messages = new Set(known.map(messageOf));
  return errors.filter((error) => !messages.has(messageOf(error)));
}

/** Without the place: other lines above it move it. */
function messageOf(error: string): string {
  return error.replace(/^\S+ /, '');
}
