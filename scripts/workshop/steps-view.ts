import { relative, sep } from 'node:path';
import pc from 'picocolors';
import { type Chapter, root, type Step } from './chapters.ts';
import type { CheckResult } from './check/run.ts';
import { type CheckedChapter, failedIn, isBroken, isDone, type StepState, stateOf } from './checked-chapter.ts';
import { renderFailure } from './failure-view.ts';
import { recapOf } from './recap.ts';

const marks: Partial<Record<StepState, string>> = { passed: pc.green('✓'), failed: pc.red('✗') };
const notes: Partial<Record<StepState, string>> = { before: "passed before; can't run now", stopped: 'not run' };

/** The outcome of one chapter: a tick for each step that passes, and the first failure in full, unless it is `told` already. */
export function stepsView(
  chapter: Chapter,
  checked: CheckedChapter,
  next: Chapter | undefined,
  width?: number,
  told?: CheckResult,
): string {
  const { results, typeErrors } = checked;
  const failed = failedIn(results);
  const isTold = failed !== undefined && failed.step === told?.step && failed.name === told.name;
  const lines = ['', pc.bold(`Chapter ${chapter.number}: ${chapter.title}`), ''];
  for (const step of chapter.steps) {
    const isFailed = step.number === failed?.step;
    lines.push(`${stepLine(step, checked)}${isFailed && isTold ? pc.dim('  see above') : ''}`);
    if (isFailed && !isTold) lines.push('', indent(failureView(chapter, failed, width && width - 4), 4), '');
  }
  for (const reason of new Set(results.flatMap(({ skipped }) => skipped ?? []))) lines.push('', pc.bold(`! ${reason}`));
  // A program that doesn't start usually doesn't compile either, and has one error to look at already.
  if (typeErrors.length > 0 && !isBroken(results)) lines.push('', typeErrorsView(typeErrors));
  lines.push('', isDone(chapter, checked) ? doneView(chapter, next) : undoneView(chapter, checked));
  const latest = chapter.steps.findLast(({ number }) => ['passed', 'before'].includes(stateOf(checked, number)));
  if (latest) lines.push(explainLine(chapter, latest.number));
  lines.push('');
  return lines.join('\n');
}

/** The verdict on the current step, while the others are still being checked. */
export function verdictView(chapter: Chapter, step: Step, checked: CheckedChapter, width?: number): string {
  const failed = failedIn(checked.results);
  const failure = failed && ['', indent(failureView(chapter, failed, width && width - 4), 4), ''];
  return ['', stepLine(step, checked), ...(failure ?? []), pc.dim('Checking the other steps …')].join('\n');
}

/** The first word on a step that has rules: they take a few seconds. */
export function rulesView({ number, title }: Step): string {
  const note = pc.dim('  its checks pass; now the rules for every route …');
  return `\n  ${pc.dim('·')} Step ${number}: ${title}${note}`;
}

/** `  ✓ Step 2: Return an array from a private field` */
export function stepLine({ number, title }: Step, checked: CheckedChapter): string {
  const state = stateOf(checked, number);
  const skipped = checked.results.filter((result) => result.step === number && result.skipped !== undefined).length;
  // A program that doesn't start is a subject of its own.
  const isBrokenNow = state === 'failed' && checked.before.includes(number) && !isBroken(checked.results);
  const word = isBrokenNow ? 'passed before: a change since then breaks it' : notes[state];
  const note = word ? pc.dim(`  ${word}`) : skipped > 0 ? pc.bold(`  ${skipped} not checked`) : '';
  return `  ${marks[state] ?? pc.dim('·')} Step ${number}: ${title}${note}`;
}

/** One failed check, and where the README explains it. */
export function failureView(chapter: Chapter, { step, name, failure, about }: CheckResult, width?: number): string {
  const readme = `${relative(root, chapter.folder).split(sep).join('/')}/README.md`;
  const text = failure && renderFailure(failure, width);
  const coloured = text?.replace(/^ {2}received/m, pc.red).replace(/^ {2}expected/m, pc.green);
  // A program that doesn't start fails every check alike.
  const title = about === undefined ? pc.bold(name) : '';
  const gap = failure?.cause === undefined ? '\n' : '';
  // A rule names the page that has it.
  const read = failure?.rule === undefined ? `${gap}  Read: ${chapter.unit} ${step} in ${readme}` : '';
  return [title, coloured, read].filter(Boolean).join('\n');
}

export function typeErrorsView(errors: readonly string[]): string {
  return [pc.bold('The compiler reports type errors:'), ...errors.map((line) => `  ${line}`)].join('\n');
}

function explainLine({ number }: Chapter, step: number): string {
  return `Our version of step ${step}, and why: ${pc.cyan(`npm run explain ${number} ${step}`)}`;
}

function undoneView(chapter: Chapter, checked: CheckedChapter): string {
  const failed = failedIn(checked.results);
  const count = countOf(chapter, checked);
  // There are no hints for type errors, and none for what can't be checked here.
  if (failed === undefined) return count;
  const hint = `${count} Stuck? ${pc.cyan(`npm run hint ${chapter.number}`)}`;
  if (failed.exchange === undefined) return hint;
  return `${hint}\nThat request in your code and in the solution, side by side: ${pc.cyan(`npm run replay ${chapter.number}`)}`;
}

function countOf({ steps }: Chapter, checked: CheckedChapter): string {
  const { results, before, current } = checked;
  if (isBroken(results) && current === undefined)
    return 'Every step passed before: a change since then keeps the program from starting.';
  if (isBroken(results)) return `The program doesn't start. ${before.length} of ${steps.length} steps passed before.`;
  const passed = steps.filter(({ number }) => stateOf(checked, number) === 'passed');
  const done = `${passed.length} of ${steps.length} steps done`;
  return checked.typeErrors.length === 0 ? `${done}.` : `${done}, but the code has type errors.`;
}

export function doneView(chapter: Chapter, next: Chapter | undefined): string {
  const learned = recapOf(chapter).map((line) => `  ${line}`);
  const onward = next
    ? `Next: ${pc.cyan(`npm run chapter ${next.number}`)} (${next.title}), read chapters/${next.slug}/README.md`
    : 'That was the last chapter.';
  return [
    pc.green(pc.bold(`All ${chapter.unit}s done.`)),
    ...(learned.length > 0 ? ['You can now:', ...learned] : []),
    '',
    onward,
  ].join('\n');
}

export function indent(text: string, by: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by));
}
