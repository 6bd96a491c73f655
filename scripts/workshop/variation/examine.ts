import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import type { Chapter } from '../chapters.ts';
import type { Check } from '../check/check-definition.ts';
import { collectChecks } from '../check/collector.ts';
import { type CheckResult, type RunChecksOptions, runChecks } from '../check/run.ts';
import { type CheckedChapter, isDone } from '../checked-chapter.ts';
import type { Progress } from '../progress.ts';
import { lastUrl } from '../xray/feed.ts';
import { variationFile } from './routes.ts';

/** What the checks of a variation have found. */
export interface ExaminedVariation {
  /** Empty if this code has earned its star before. */
  readonly results: readonly CheckResult[];
  readonly hasStar: boolean;
  /** Nobody has begun it: the code is the one that the chapter was done with. */
  readonly isUntouched: boolean;
}

/**
 * Examines a chapter whose steps all pass for its variation. Undefined if they don't, if the chapter has no variation, or if the
 * code has changed in the meantime. Its checks may have been loaded before: every loading stays in memory.
 */
export async function examineVariation(
  progress: Progress,
  chapter: Chapter,
  checked: CheckedChapter,
  signal?: AbortSignal,
  loaded?: readonly Check[],
): Promise<ExaminedVariation | undefined> {
  if (chapter.variation === undefined || !isDone(chapter, checked) || signal?.aborted) return undefined;
  if (progress.hasStar(chapter)) return { results: [], hasStar: true, isUntouched: false };
  const options = { address: lastUrl(chapter), signal };
  const results = await runVariation(loaded ?? (await variationChecks(chapter)), chapter.src, options);
  if (signal?.aborted) return undefined;
  const hasStar = results.length > 0 && results.every(isPassing);
  const { first } = progress.judge(chapter, hasStar);
  return { results, hasStar, isUntouched: first === progress.of(chapter).hash };
}

/** Empty if the file is missing: the steps of the chapter are what counts. */
export async function variationChecks(chapter: Chapter): Promise<Check[]> {
  const file = variationFile(chapter);
  return existsSync(file) ? collectChecks(pathToFileURL(file)) : [];
}

/** Whether a program keeps the rules of the variation, wherever it is. */
export async function passesVariation(chapter: Chapter, src: string): Promise<boolean> {
  const results = await runVariation(await variationChecks(chapter), src);
  return results.length > 0 && results.every(isPassing);
}

function runVariation(checks: readonly Check[], src: string, options: RunChecksOptions = {}): Promise<CheckResult[]> {
  return runChecks(checks, src, undefined, { ...options, lanes: Math.min(availableParallelism(), 4) });
}

export function isPassing({ failure, skipped }: CheckResult): boolean {
  return failure === undefined && skipped === undefined;
}
