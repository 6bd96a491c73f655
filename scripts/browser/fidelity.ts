import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Chapter } from '../workshop/chapters.ts';
import { collectChecks } from '../workshop/check/collector.ts';
import { withSeed } from '../workshop/check/random.ts';
import { type CheckResult, runChecks } from '../workshop/check/run.ts';
import { renderFailure } from '../workshop/failure-view.ts';
import { applyMistake, type KnownMistake, mistakesOf } from '../workshop/known-mistakes.ts';
import { withFolder } from '../workshop/scratch-folder.ts';
import { type Files, solutionOf, starterOf } from '../workshop/starters.ts';
import type { BrowserWorkshop, Summary } from './browser-workshop.fixture.ts';

/* The same checks against the same program, in Node and in a browser. */

/** The seed of random values: both runs send the same requests. */
const seed = 'fidelity';

export interface Difference {
  readonly target: string;
  readonly check: string;
  readonly node: string;
  readonly browser: string;
}

export interface Comparison {
  readonly compared: number;
  readonly differences: readonly Difference[];
  /** Checks that can't run in a browser, and say so. */
  readonly skipped: readonly string[];
}

/** Runs a chapter's solution or starter in both, and compares each verdict and each message. */
export async function compareTarget(
  workshop: BrowserWorkshop,
  chapter: Chapter,
  target: 'solution' | 'starter',
): Promise<Comparison> {
  const files = target === 'solution' ? solutionOf(chapter) : starterOf(chapter);
  const node = await checkInNode(chapter, files);
  const browser = await workshop.check(chapter.slug, files, seed);
  return compare(target, node, browser);
}

/** A known mistake has to fail the checks that it names, with the words that it names: `npm run verify` has seen that in Node. */
export async function compareMistake(
  workshop: BrowserWorkshop,
  chapter: Chapter,
  mistake: KnownMistake,
): Promise<Comparison> {
  const results = await workshop.check(chapter.slug, applyMistake(chapter, mistake), seed, Object.keys(mistake.fails));
  const differences = Object.entries(mistake.fails).flatMap(([check, words]): Difference[] => {
    const result =
      results.find(({ name, failure }) => name === check && failure) ?? results.find(({ name }) => name === check);
    const message = result === undefined ? 'did not run' : verdictOf(result);
    if (result?.skipped !== undefined || message.includes(words)) return [];
    return [{ target: mistake.name, check, node: words, browser: message }];
  });
  return { compared: results.length, differences, skipped: skippedIn(results) };
}

export { mistakesOf };

async function checkInNode(chapter: Chapter, files: Files): Promise<CheckResult[]> {
  const checks = await collectChecks(pathToFileURL(join(chapter.folder, 'check.test.ts')));
  return withFolder(files, (folder) => withSeed(seed, () => runChecks(checks, folder)));
}

function compare(target: string, node: readonly CheckResult[], browser: readonly Summary[]): Comparison {
  const differences = node.flatMap((result, index): Difference[] => {
    const [inNode, inBrowser] = [verdictOf(result), verdictOf(browser[index])];
    if (inNode === inBrowser || browser[index]?.skipped !== undefined) return [];
    return [{ target, check: result.name, node: inNode, browser: inBrowser }];
  });
  return { compared: node.length, differences, skipped: skippedIn(browser) };
}

function skippedIn(results: readonly Summary[]): string[] {
  return results.filter(({ skipped }) => skipped !== undefined).map(({ name }) => name);
}

/** What the learner reads, without what differs between two runs in Node as well. */
function verdictOf(result: Pick<CheckResult, 'failure' | 'skipped' | 'isUnexamined'> | undefined): string {
  if (result === undefined) return 'did not run';
  if (result.skipped !== undefined) return `skipped: ${result.skipped}`;
  if (result.isUnexamined) return 'not examined';
  if (result.failure === undefined) return 'passed';
  return (
    renderFailure(result.failure)
      .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'UUID')
      .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]*…/g, 'UUID…')
      .replaceAll(/"(exp|iat)":\d+/g, '"$1":TIME')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/\.workshop\/verify\/program-\w+/g, 'PROGRAM')
      .replaceAll(/\b(localhost|127\.0\.0\.1):\d+/g, 'HOST')
      .replaceAll(/\b\d+(\.\d+)? (ms|milliseconds)\b/g, 'DURATION')
      .replaceAll(/\bw[0-9a-f]{10}\b/g, 'WORD')
      // Newer versions of V8 say more about a syntax error in JSON.
      .replaceAll(/(?<=in JSON at position \d+) \(line \d+ column \d+\)/g, '')
      .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, 'TOKEN')
      .replaceAll(/\$2b\$10\$[\w./]{53}/g, 'HASH')
  );
}
