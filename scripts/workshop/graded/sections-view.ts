import pc from 'picocolors';
import { barOf } from '../board.ts';
import type { Chapter } from '../chapters.ts';
import type { CheckResult } from '../check/run.ts';
import { type CheckedChapter, failedIn, isBroken, isDone } from '../checked-chapter.ts';
import { doneView, failureView, indent, typeErrorsView } from '../steps-view.ts';

/** The board of a graded chapter: how much of each section the program does already, and one failure in full. */
export function sectionsView(
  chapter: Chapter,
  checked: CheckedChapter,
  next: Chapter | undefined,
  width?: number,
): string {
  const { results, typeErrors } = checked;
  const failed = worthShowing(results);
  const lines = ['', pc.bold(`Chapter ${chapter.number}: ${chapter.title}`), '', ...board(chapter, results), ''];
  if (failed !== undefined) {
    const section = chapter.steps.find(({ number }) => number === failed.step)?.title;
    const heading = isBroken(results) ? "The program doesn't start." : `From section ${failed.step}, ${section}:`;
    lines.push(pc.bold(heading), '', indent(failureView(chapter, failed, width && width - 4), 4), '');
  }
  if (typeErrors.length > 0 && !isBroken(results)) lines.push(typeErrorsView(typeErrors), '');
  const passing = results.filter(isPassing).length;
  lines.push(
    isDone(chapter, checked)
      ? doneView(chapter, next)
      : `${passing} of ${results.length} behaviours${typeErrors.length > 0 ? ', but the code has type errors' : ''}.`,
  );
  return [...lines, ''].join('\n');
}

function board({ steps }: Chapter, results: readonly CheckResult[]): string[] {
  const titles = Math.max(...steps.map(({ title }) => title.length));
  return steps.map(({ number, title }) => {
    const own = results.filter(({ step }) => step === number);
    const done = own.filter(isPassing).length;
    const mark = own.length > 0 && done === own.length ? pc.green('✓') : done > 0 ? pc.bold('…') : pc.dim('·');
    return `  ${mark} ${number} ${title.padEnd(titles)}  ${barOf(done, own.length)}  ${done} of ${own.length}`;
  });
}

function isPassing({ failure, isStopped, skipped }: CheckResult): boolean {
  return failure === undefined && !isStopped && skipped === undefined;
}

/** A failure in the preparation of a behaviour is about another rule, and that one has a failure of its own. */
function worthShowing(results: readonly CheckResult[]): CheckResult | undefined {
  return results.find(({ failure }) => failure !== undefined && !failure.isPreparation) ?? failedIn(results);
}
