import pc from 'picocolors';
import type { Chapter } from '../chapters.ts';
import { fold } from '../fold.ts';
import type { Replayed } from './replay.ts';

/** What `npm run replay` prints. Requests, responses and code stay whole: people copy them. */
export function replayView(chapter: Chapter, replayed: Replayed, width: number): string {
  const { failed, curl, mine, solution, difference } = replayed;
  const block = (
    title: string,
    lines: readonly string[],
    marked: number | undefined,
    mark: (line: string) => string,
  ) => [pc.bold(`  ${title}`), ...lines.map((line, index) => (index === marked ? mark(line) : `  ${line}`)), ''];
  return [
    '',
    pc.bold(fold(`Chapter ${chapter.number}, step ${failed.step}: ${failed.name}`, width)),
    fold(failed.failure!.problem, width),
    '',
    fold(`${sentWhen(replayed)}:`, width),
    `  ${curl}`,
    '',
    ...block('Your program', mine, difference?.mine, (line) => pc.red(`▶ ${line}`)),
    ...block(`The solution of step ${failed.step}`, solution, difference?.solution, (line) => pc.green(`▷ ${line}`)),
    fold(verdictOf(replayed), width),
    `Check your code again: ${pc.cyan(`npm test ${chapter.number}`)}`,
    '',
  ].join('\n');
}

export function sentWhen({ before, isLookedAt }: Replayed): string {
  const after = before === 0 ? '' : `, after ${before === 1 ? 'one earlier request' : `${before} earlier requests`}`;
  return isLookedAt ? `Sent to both programs${after}` : `The programs already differ at another request${after}`;
}

export function verdictOf({ difference }: Replayed): string {
  if (difference !== undefined)
    return 'The line marked ▶ is the first difference. The line marked ▷ is what the solution does there.';
  return 'Both programs respond alike. If the check still fails, it looks at something else: a log, a file, the exit code.';
}
