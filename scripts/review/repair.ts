import { join, relative, sep } from 'node:path';
import type { Chapter } from '../workshop/chapters.ts';
import { checksOf } from '../workshop/check/collector.ts';
import type { FailureParts } from '../workshop/check/failure-parts.ts';
import { runChecks } from '../workshop/check/run.ts';
import { differenceView, patchesOf } from '../workshop/difference.ts';
import { renderFailure } from '../workshop/failure-view.ts';
import { applyMistake, type KnownMistake } from '../workshop/known-mistakes.ts';
import { readFiles, solutionOf, writeFiles } from '../workshop/starters.ts';
import { failureOf } from './mistaken.ts';
import { evidenceWidth, type Outcome, type Question, type Task, taskId } from './task.ts';

/** What to type, or to send, instead of a repair. */
export const givesUp = 'give up';

/** A known mistake in a copy of the finished chapter, to be found and fixed in an editor. The chapter's own checks decide. */
export function repairTasks(chapter: Chapter, mistakes: readonly KnownMistake[]): Task[] {
  return mistakes.map((mistake) => ({
    id: taskId(chapter, 'repair', mistake.name),
    kind: 'repair',
    chapter,
    pose: () => questionOf(chapter, mistake),
  }));
}

async function questionOf(chapter: Chapter, mistake: KnownMistake): Promise<Question | undefined> {
  const repository = join(chapter.folder, '..', '..');
  const src = join(repository, '.workshop', 'review', chapter.slug, 'src');
  writeFiles(src, applyMistake(chapter, mistake));
  const failure = await failureOf(chapter, mistake, src);
  if (failure === undefined) return undefined;
  const place = relative(repository, src).split(sep).join('/');
  return {
    text: `A copy of the finished chapter is in \`${place}\`, and one of its checks fails. Fix it there.`,
    // The cause would be the answer.
    code: viewOf(failure.name, { ...failure, cause: [] }),
    asks: [{ text: `Save your repair, then press Enter to check it. To see ours instead, type "${givesUp}".` }],
    judge: ([answer = ''], signal) =>
      answer.trim().toLowerCase() === givesUp ? Promise.resolve(ours(chapter, src)) : check(chapter, src, signal),
  };
}

async function check(chapter: Chapter, src: string, signal?: AbortSignal): Promise<Outcome> {
  const results = await runChecks(await checksOf(chapter), src, undefined, { signal });
  const failed = results.find(({ failure }) => failure !== undefined);
  if (failed === undefined) return { verdict: 'right', text: 'Every check of the chapter passes again.' };
  return { verdict: 'open', text: 'A check still fails.', evidence: viewOf(failed.name, failed.failure!) };
}

function ours(chapter: Chapter, src: string): Outcome {
  const patches = patchesOf(readFiles(src), solutionOf(chapter)).map(differenceView);
  return {
    verdict: 'missed',
    text: 'This is what was wrong, compared with our version:',
    evidence: patches.join('\n'),
  };
}

function viewOf(name: string, failure: FailureParts): string {
  return `${name}\n${renderFailure(failure, evidenceWidth)}`;
}
