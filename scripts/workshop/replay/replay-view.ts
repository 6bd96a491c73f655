import { diffArrays } from 'diff';
import pc from 'picocolors';
import type { Chapter } from '../chapters.ts';
import type { Difference } from './answers.ts';
import { type Comparison, isAlike, type Replayed } from './replay.ts';
import type { Trip } from './stations.ts';

/** Below it, two trips side by side would be cut too short to be read. */
const leastWidth = 100;

/** What `npm run replay` prints, for a terminal of this width. */
export function replayView(chapter: Chapter, { failure, before, looked, other }: Replayed, width: number): string {
  const lines = [
    '',
    pc.bold(`Chapter ${chapter.number}, step ${failure.step}: ${failure.name}`),
    failure.problem,
    '',
    `Sent to both${before === 0 ? '' : `, after ${before === 1 ? 'the request' : `the ${before} requests`} before it`}:`,
    `  ${looked.curl}`,
    '',
  ];
  const shown = comparisonView(looked, width);
  if (other === undefined) lines.push(...shown);
  else {
    const otherView = [`  ${other.curl}`, '', ...comparisonView(other, width)];
    if (other.isBefore) lines.push(pc.bold(partBefore), ...otherView, '', pc.bold(andThisOne), '', ...shown);
    else lines.push(...shown, '', pc.bold(partAfter), ...otherView);
  }
  return [...lines, '', verdictOf(chapter, looked, other), ''].join('\n');
}

export const partBefore = 'They part before that, at a request of the same check:';
export const andThisOne = 'And the one that the check looked at:';
export const partAfter = 'So far they are the same. They part after that, at a request of the same check:';

function comparisonView({ mine, solution, parting, differences }: Comparison, width: number): string[] {
  const trips = width < leastWidth ? stacked : sideBySide;
  const sentence = parting && [pc.yellow(`▶ ${parting.sentence}`)];
  return [
    ...trips(mine, solution, parting, width),
    ...(sentence === undefined ? [] : ['', ...sentence]),
    ...(differences.length === 0 ? [] : ['', ...differencesView(differences, width)]),
  ];
}

type Marks = { readonly mine: number; readonly solution: number } | undefined;

/** One row of two columns: the stations that stand beside each other. */
export interface Row {
  readonly mine: string;
  readonly solution: string;
  readonly isMarked: boolean;
}

/** Stations that are the same stand side by side, and so do those that each trip has in the place of the other's. */
export function rowsOf(mine: Trip, solution: Trip, marks: Marks): Row[] {
  const keysOf = ({ stations }: Trip) => stations.map(({ key }) => key);
  const pairs: [mine: number | undefined, solution: number | undefined][] = [];
  let [left, right] = [0, 0];
  let alone = 0;
  for (const { value, added, removed } of diffArrays(keysOf(mine), keysOf(solution))) {
    for (const _ of value) {
      if (!added) pairs.push([left++, removed ? undefined : right++]);
      else if (alone > 0) pairs[pairs.length - alone--]![1] = right++;
      else pairs.push([undefined, right++]);
    }
    alone = removed ? value.length : 0;
  }
  const parted = pairs.findIndex(([a, b]) => marks !== undefined && (a === marks.mine || b === marks.solution));
  return pairs.map(([a, b], index) => ({
    mine: a === undefined ? '' : mine.stations[a]!.text,
    solution: b === undefined ? '' : solution.stations[b]!.text,
    isMarked: index === parted,
  }));
}

function sideBySide(mine: Trip, solution: Trip, marks: Marks, width: number): string[] {
  const rows = rowsOf(mine, solution, marks);
  const most = Math.floor((width - 6) / 2);
  const column = Math.min(most, Math.max('yours'.length, ...rows.map(({ mine }) => [...mine].length)));
  const line = (mark: string, left: string, right: string) =>
    `${mark} ${fit(left, column).padEnd(column)}    ${fit(right, most)}`.trimEnd();
  return [
    pc.dim(line(' ', 'yours', 'the solution')),
    ...rows.map(({ mine, solution, isMarked }) =>
      isMarked ? pc.yellow(line('▶', mine, solution)) : line(' ', mine, solution),
    ),
  ];
}

function stacked(mine: Trip, solution: Trip, marks: Marks): string[] {
  const block = ({ stations }: Trip, mark: number | undefined) =>
    stations.map(({ text }, index) => (index === mark ? pc.yellow(`▶ ${text}`) : `  ${text}`));
  return [
    pc.dim('  yours'),
    ...block(mine, marks?.mine),
    '',
    pc.dim('  the solution'),
    ...block(solution, marks?.solution),
  ];
}

/** As a table where it fits: what is cut might be the very difference. */
function differencesView(differences: readonly Difference[], width: number): string[] {
  const rows = [{ what: 'the answers', mine: 'yours', solution: 'the solution' }, ...differences];
  const widest = (part: keyof Difference) => Math.max(...rows.map((row) => row[part].length));
  const [names, values] = [widest('what'), widest('mine')];
  if (width < leastWidth || names + values + widest('solution') + 6 > width) {
    return differences.flatMap(({ what, mine, solution }) => [
      `  ${what}`,
      `    yours         ${mine}`,
      `    the solution  ${solution}`,
    ]);
  }
  const [head = '', ...lines] = rows.map(({ what, mine, solution }) =>
    `  ${what.padEnd(names)}  ${mine.padEnd(values)}  ${solution}`.trimEnd(),
  );
  return [pc.dim(head), ...lines];
}

function verdictOf({ number }: Chapter, looked: Comparison, other: Comparison | undefined): string {
  const again = pc.cyan(`npm test ${number}`);
  if (looked.parting !== undefined || other !== undefined) return `Change your code, and check it again: ${again}`;
  if (!isAlike(looked)) return `Both go the same way, and only the answers differ. Check again: ${again}`;
  return `Both answer alike. If you have changed your code since, check it again: ${again}
If it still fails, it looks at something that no request can show: a log, a file, the program's end.`;
}

function fit(text: string, width: number): string {
  const characters = [...text];
  return characters.length > width ? `${characters.slice(0, width - 1).join('')}…` : text;
}
