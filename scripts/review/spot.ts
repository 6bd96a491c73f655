import { diffLines } from 'diff';
import type { Chapter } from '../workshop/chapters.ts';
import { renderFailure } from '../workshop/failure-view.ts';
import { applyMistake, type KnownMistake } from '../workshop/known-mistakes.ts';
import { withFolder } from '../workshop/scratch-folder.ts';
import { solutionOf } from '../workshop/starters.ts';
import { failureOf } from './mistaken.ts';
import { evidenceWidth, mixed, type Outcome, type Question, type Task, taskId } from './task.ts';

const shown = 12;
/** More than this is no longer one bug. */
const mostWrong = 5;

/** A dozen lines of the solution with a known mistake in them: which line is it, and what goes wrong? */
export function spotTasks(chapter: Chapter, mistakes: readonly KnownMistake[]): Task[] {
  const solution = solutionOf(chapter);
  return mistakes.flatMap((mistake) => {
    const { file } = mistake.edits[0]!;
    const after = applyMistake(chapter, mistake, solution).get(file)!;
    const wrong = wrongLines(solution.get(file)!, after);
    if (wrong.length === 0 || wrong.at(-1)! - wrong[0]! >= mostWrong) return [];
    const excerpt = excerptOf(after, wrong, mistake.name);
    const pose = async () => questionOf(chapter, mistake, mistakes, excerpt, wrong);
    return [{ id: taskId(chapter, 'spot', mistake.name), kind: 'spot' as const, chapter, pose }];
  });
}

function questionOf(
  chapter: Chapter,
  mistake: KnownMistake,
  mistakes: readonly KnownMistake[],
  { code, lines }: Excerpt,
  wrong: readonly number[],
): Question {
  const { summary, name } = mistake;
  const options = [summary, ...otherSummaries(mistake, mistakes)];
  return {
    text: `One thing is wrong in these lines of \`${mistake.edits[0]!.file}\`.`,
    code,
    asks: [
      { text: 'Which line is it? Type its number.', lines },
      { text: 'What goes wrong?', options: mixed(options, `spot ${name}`) },
    ],
    judge: async ([line, what]) => {
      const [isLine, isEffect] = [wrong.includes(Number(line)), what === summary];
      const half = isLine
        ? 'You have found the line, but something else goes wrong. '
        : 'That goes wrong, but on another line. ';
      const { text, evidence } = await solutionTo(chapter, mistake, wrong);
      return {
        verdict: isLine && isEffect ? 'right' : 'missed',
        text: isLine === isEffect ? text : half + text,
        evidence,
        right: [undefined, summary],
        lines: wrong,
      };
    },
  };
}

/** What is wrong, and the request or the attack that shows it. */
async function solutionTo(chapter: Chapter, mistake: KnownMistake, wrong: readonly number[]) {
  const failure = await withFolder(applyMistake(chapter, mistake), (src) => failureOf(chapter, mistake, src));
  const evidence = failure && `${failure.name}\n${renderFailure(failure, evidenceWidth)}`;
  return { text: `Line ${wrong.join(' or ')}. ${mistake.summary}`, evidence } satisfies Partial<Outcome>;
}

/** Of edits at other places, in the same file if there are enough: what they say is not true of these lines. */
function otherSummaries({ edits, summary }: KnownMistake, mistakes: readonly KnownMistake[]): string[] {
  const touches = (other: KnownMistake) =>
    other.edits.some(({ find }) => edits.some((own) => own.find.includes(find) || find.includes(own.find)));
  const others = mixed(
    mistakes.filter((other) => !isAlike(other.summary, summary) && !touches(other)),
    summary,
  );
  const isNear = (other: KnownMistake) => Number(other.edits[0]!.file === edits[0]!.file);
  return [...new Set(others.sort((a, b) => isNear(b) - isNear(a)).map((other) => other.summary))].slice(0, 3);
}

/** Whether two sentences have most of their words in common: then both could be meant. */
function isAlike(one: string, other: string): boolean {
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\w{4,}/g));
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const common = [...a].filter((word) => b.has(word)).length;
  return one === other || (common > 1 && common >= 0.7 * Math.min(a.size, b.size));
}

/** The numbers of the lines that the mistake has changed; where it only removed some, the lines around the gap. */
export function wrongLines(before: string, after: string): number[] {
  const lines = new Set<number>();
  const texts = after.trimEnd().split('\n');
  const nextTo = (number: number, way: 1 | -1): number =>
    texts[number - 1]?.trim() === '' ? nextTo(number + way, way) : Math.min(Math.max(1, number), texts.length);
  const parts = diffLines(before, after);
  let line = 1;
  for (const [at, { added, removed, count }] of parts.entries()) {
    if (added)
      for (let changed = line; changed < line + count; changed++)
        if (texts[changed - 1]?.trim() !== '') lines.add(changed);
    if (removed && !parts[at + 1]?.added) lines.add(nextTo(line - 1, -1)).add(nextTo(line, 1));
    if (!removed) line += count;
  }
  return [...lines].sort((a, b) => a - b);
}

interface Excerpt {
  readonly code: string;
  /** The numbers of those that aren't empty. */
  readonly lines: readonly number[];
}

/** The wrong lines, not always in the middle. */
function excerptOf(text: string, wrong: readonly number[], seed: string): Excerpt {
  const lines = text.trimEnd().split('\n');
  const span = wrong.at(-1)! - wrong[0]! + 1;
  const [before = 0] = mixed([2, 4, 6, 8], seed).filter((count) => count + span < shown);
  const first = Math.max(1, Math.min(wrong[0]! - before, lines.length - shown + 1));
  const last = Math.min(first + shown - 1, lines.length);
  const width = String(last).length;
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const isEmpty = (number: number) => lines[number - 1]!.trim() === '';
  const code = numbers.map((number) => {
    const label = isEmpty(number) ? '' : String(number);
    return `${label.padStart(width)} │ ${lines[number - 1]}`.trimEnd();
  });
  return { code: code.join('\n'), lines: numbers.filter((number) => !isEmpty(number)) };
}
