import { relative, sep } from 'node:path';
import pc from 'picocolors';
import { type Chapter, root } from './chapters.ts';
import { renderFailure } from './check/failure.ts';
import type { CheckResult } from './check/run.ts';
import { recapOf } from './recap.ts';

/** The outcome of one chapter: a tick for each step that passes, and the first failure in full. */
export function stepsView(
  chapter: Chapter,
  results: readonly CheckResult[],
  next: Chapter | undefined,
  width?: number,
): string {
  const failed = results.find(({ failure }) => failure !== undefined);
  const passes = (step: number) => {
    const own = results.filter((result) => result.step === step);
    return own.length > 0 && own.every(({ failure, skipped }) => !failure && !skipped);
  };
  const lines = ['', pc.bold(`Chapter ${chapter.number}: ${chapter.title}`), ''];
  for (const { number, title } of chapter.steps) {
    const skipped = results.filter((result) => result.step === number && result.skipped !== undefined);
    const mark = passes(number) ? pc.green('✓') : number === failed?.step ? pc.red('✗') : pc.dim('·');
    const count = skipped.length === 0 ? '' : pc.yellow(`  ${skipped.length} not checked`);
    lines.push(`  ${mark} Step ${number}: ${title}${count}`);
    if (number === failed?.step) lines.push('', indent(failureView(chapter, failed, width && width - 4), 4), '');
  }
  for (const reason of new Set(results.flatMap(({ skipped }) => skipped ?? [])))
    lines.push('', pc.yellow(`! ${reason}`));
  const done = chapter.steps.filter(({ number }) => passes(number)).length;
  const latest = chapter.steps.findLast(({ number }) => passes(number));
  lines.push('', done === chapter.steps.length ? doneView(chapter, next) : undoneView(chapter, done, failed));
  if (latest) lines.push(explainLine(chapter, latest.number));
  lines.push('');
  return lines.join('\n');
}

/** One failed check, and where the README explains it. */
export function failureView(chapter: Chapter, { step, name, failure }: CheckResult, width?: number): string {
  const readme = `${relative(root, chapter.folder).split(sep).join('/')}/README.md`;
  const text = failure && renderFailure(failure, width);
  const coloured = text?.replace(/^ {2}received/m, pc.red).replace(/^ {2}expected/m, pc.green);
  return [pc.bold(name), coloured, `  Read: step ${step} in ${readme}`].filter(Boolean).join('\n');
}

function explainLine({ number }: Chapter, step: number): string {
  return `Our version of step ${step}, and why: ${pc.cyan(`npm run explain ${number} ${step}`)}`;
}

function undoneView(chapter: Chapter, done: number, failed: CheckResult | undefined): string {
  const count = `${done} of ${chapter.steps.length} steps done.`;
  const hint = `${count} Stuck? ${pc.cyan(`npm run hint ${chapter.number}`)}`;
  if (failed?.exchange === undefined) return hint;
  return `${hint}\nThat request in your code and in the solution, side by side: ${pc.cyan(`npm run replay ${chapter.number}`)}`;
}

function doneView(chapter: Chapter, next: Chapter | undefined): string {
  const learned = recapOf(chapter).map((line) => `  ${line}`);
  const onward = next
    ? `Next: ${pc.cyan(`npm run chapter ${next.number}`)} (${next.title}), read chapters/${next.slug}/README.md`
    : 'That was the last chapter.';
  return [
    pc.green(pc.bold('All steps done.')),
    ...(learned.length > 0 ? ['You can now:', ...learned] : []),
    '',
    onward,
  ].join('\n');
}

function indent(text: string, by: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by));
}
