import pc from 'picocolors';
import type { Chapter } from './chapters.ts';
import { differenceView } from './difference.ts';
import { type Place, runsOf } from './explain/alignment.ts';
import type { Comparison } from './explain/compare.ts';
import type { Statement } from './explain/statements.ts';
import type { VersionedFile } from './explain/versions.ts';
import { changesOfStep, explanationsOf } from './explanations.ts';
import { terminalProse } from './prose.ts';

/** From this width on, the versions are columns. Narrower ones would break most lines of code. */
const wide = 132;

/** Our version of one step, next to the learner's if they differ, and why ours is written that way. */
export function explainView(chapter: Chapter, step: number, width: number, compared?: Comparison): string {
  const title = chapter.steps.find(({ number }) => number === step)?.title ?? '';
  const why = explanationsOf(chapter).get(step);
  const other = `There are other correct solutions: npm test ${chapter.number} decides.`;
  const statements = compared?.statements ?? [];
  const differences = compared?.versions.differences ?? [];
  const isSame = differences.length === 0;
  const before = step === 1 ? 'the starter' : `step ${step - 1}`;
  return [
    pc.bold(`Step ${step}: ${title}`),
    ...(statements.length > 0 ? [statements.map((each) => statementLine(each, width)).join('\n')] : []),
    pc.dim(isSame ? `Our version, compared with ${before}. ${other}` : `Your version and ours. ${other}`),
    ...(isSame ? changesOfStep(chapter, step).map(differenceView) : differences.map((each) => fileView(each, width))),
    ...(why === undefined ? [] : [`${pc.bold('Why')}\n${terminalProse(why, width)}`]),
  ].join('\n\n');
}

const marks = { same: pc.green('='), different: pc.bold('≠'), note: pc.bold('!') };

function statementLine({ kind, text }: Statement, width: number): string {
  return `  ${marks[kind]} ${terminalProse(text, width - 4).replaceAll('\n', '\n    ')}`;
}

function fileView({ yours, ours, places }: VersionedFile, width: number): string {
  const both = ours === undefined ? `src/${yours}, only in yours` : `src/${ours}`;
  const name =
    yours === undefined
      ? `${both}, only in ours`
      : yours === ours || !ours
        ? both
        : `src/${yours}, src/${ours} in ours`;
  const isWide = width >= wide && yours !== undefined && ours !== undefined;
  return [pc.bold(name), ...places.map((place) => (isWide ? columns(place, width) : stacked(place)))].join('\n\n');
}

function stacked({ line, rows }: Place): string {
  const lines: string[] = [pc.cyan(`Line ${line}`)];
  const put = (label: string, text: string | undefined, colour: (text: string) => string) =>
    text !== undefined && lines.push(`${colour(label.padEnd(5))} ${pc.dim('│')} ${colour(text)}`.trimEnd());
  for (const run of runsOf(rows)) {
    if (run[0]!.isSame) for (const { yours } of run) put('', yours, (text) => text);
    else {
      for (const { yours } of run) put('yours', yours, pc.red);
      for (const { ours } of run) put('ours', ours, pc.green);
    }
  }
  return lines.join('\n');
}

/** Two columns. A line that is too long for its own goes on below. */
function columns({ line, rows }: Place, width: number): string {
  const room = Math.floor((width - 3) / 2);
  const lines = [pc.cyan(`Line ${line}`), `${pc.bold('Yours'.padEnd(room))} ${pc.dim('│')} ${pc.bold('Ours')}`];
  for (const { yours = '', ours = '', isSame } of rows) {
    const [left, right] = [pieces(yours, room), pieces(ours, room)];
    for (let at = 0; at < Math.max(left.length, right.length); at++) {
      const [mine, other] = [left[at] ?? '', right[at] ?? ''];
      const [red, green] = isSame ? [String, String] : [pc.red, pc.green];
      lines.push(`${red(mine.padEnd(room))} ${pc.dim('│')} ${green(other)}`.trimEnd());
    }
  }
  return lines.join('\n');
}

function pieces(text: string, room: number): string[] {
  return text.match(new RegExp(`.{1,${room}}`, 'gu')) ?? [''];
}
