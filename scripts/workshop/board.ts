import pc from 'picocolors';
import type { Standing } from './workshop.ts';

const width = 10;

/** The learner's progress: a bar for each chapter, the next command, and how many reviews are due. */
export function boardOf(standings: readonly Standing[], due = 0): string {
  const titles = Math.max(0, ...standings.map(({ chapter }) => chapter.title.length));
  const lines = standings.map(({ chapter, done, total, isDone, isPartial, obstacle, hasStar }) => {
    const mark = total > 0 && isDone ? pc.green('✓') : ' ';
    const reason = obstacle ?? (isPartial ? 'not all checked' : undefined);
    // On a line of its own: the longest title leaves no room for it in a terminal of 80 columns.
    const note = reason === undefined ? '' : pc.bold(`\n       ${reason}: npm test ${chapter.number} says why`);
    return `  ${mark} ${chapter.number} ${chapter.title.padEnd(titles)}  ${barOf(done, total)}  ${done} of ${total}${isDone ? starOf(hasStar) : ''}${note}`;
  });
  const reviews = due === 0 ? [] : [pc.dim(`${due} ${due === 1 ? 'review' : 'reviews'} due: npm run review`)];
  return ['', pc.bold('Your progress'), '', ...lines, '', nextLine(standings), ...reviews, ''].join('\n');
}

/** Whether the variation at the end of the chapter is done. */
function starOf(hasStar: boolean | undefined): string {
  if (hasStar === undefined) return '';
  return hasStar ? ` ${pc.green('★')}` : ` ${pc.dim('☆')}`;
}

/** `████░░░░░░` */
export function barOf(done: number, total: number): string {
  // Only what is complete looks complete.
  const filled = total === 0 ? 0 : done === total ? width : Math.min(width - 1, Math.round((done / total) * width));
  return pc.green('█'.repeat(filled)) + pc.dim('░'.repeat(width - filled));
}

function nextLine(standings: readonly Standing[]): string {
  const next = standings.find(({ isDone }) => !isDone);
  if (next === undefined) return standings.length === 0 ? 'There are no chapters yet.' : 'Every chapter is done.';
  return `Next: ${pc.cyan(`npm run chapter ${next.chapter.number}`)}, then ${pc.cyan(`npm test ${next.chapter.number}`)}`;
}
