import { diff3MergeRegions, diffIndices, type IUnstableRegion } from 'node-diff3';
import { mergeImports, withUsedImports } from './imports.ts';
import { markedConflict, type Titles } from './marks.ts';

/** Three versions of a file: ours of the chapter before, the learner's, and the new starter's. */
export interface Sides {
  readonly base: string;
  readonly mine: string;
  readonly starter: string;
}

/**
 * A three-way merge by lines. Lines that differ only in their layout are the same, because an editor's formatter changes
 * every line of a file at once. What both sides have changed gets marks.
 */
export function mergeText(sides: Sides, titles: Titles): string {
  const layout = layoutOf(sides.mine);
  const [mine, base, starter] = [sides.mine, sides.base, sides.starter].map((text) => linesOf(text));
  const places = placesIn(mine!, base!);
  const merged = diff3MergeRegions(mine!, base!, starter!).flatMap((region) => {
    if (!region.stable) return mergeRegion(region, sides.mine, titles);
    // Unchanged in both: the learner's layout counts.
    const isUnchanged = region.buffer === 'o';
    return region.bufferContent.map(({ text }, index) =>
      isUnchanged ? (mine![places(region.bufferStart + index)]?.text ?? text) : text,
    );
  });
  return layout(withUsedImports(merged, [unified(sides.mine), unified(sides.starter)]));
}

/** The library compares lines as keys of an object. */
class Line {
  readonly text: string;
  readonly #key: string;

  constructor(text: string) {
    this.text = text;
    this.#key = keyOf(text);
  }

  toString(): string {
    return this.#key;
  }
}

/** What a formatter may change: indentation, quotes, and the mark at the end of the line. */
export function keyOf(line: string): string {
  return line.trim().replace(/\s+/g, ' ').replaceAll('"', "'").replace(/[;,]$/, '');
}

function linesOf(text: string): Line[] {
  return unified(text)
    .split('\n')
    .map((line) => new Line(line));
}

const mark = '\uFEFF';

/** As our own files are: no byte order mark, LF, and a line end after the last line. */
function unified(text: string): string {
  const lines = text.replace(mark, '').replaceAll('\r\n', '\n');
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`;
}

/** Writes lines in the way of this text. */
function layoutOf(text: string): (lines: string[]) => string {
  const isWindows = text.includes('\r\n');
  const isOpen = text !== '' && !text.endsWith('\n');
  return (lines) => {
    const whole = (isOpen ? lines.join('\n').replace(/\n$/, '') : lines.join('\n')).replaceAll('\r', '');
    return (text.startsWith(mark) ? mark : '') + (isWindows ? whole.replaceAll('\n', '\r\n') : whole);
  };
}

/** Where an unchanged line of the base is in the learner's file. */
function placesIn(mine: Line[], base: Line[]): (index: number) => number {
  const changes = diffIndices(base, mine);
  return (index) => {
    const before = changes.findLast(({ buffer1: [start, length] }) => start + length <= index);
    return before === undefined
      ? index
      : index - before.buffer1[0] - before.buffer1[1] + before.buffer2[0] + before.buffer2[1];
  };
}

function mergeRegion(region: IUnstableRegion<Line>, whole: string, titles: Titles): string[] {
  const [mine, base, starter] = [region.aContent, region.oContent, region.bContent];
  const merged =
    (isSame(mine, starter) ? textsOf(mine) : undefined) ??
    withComments(mine, base, starter) ??
    withComments(starter, base, mine) ??
    mergeImports(textsOf(mine), textsOf(base), textsOf(starter), whole);
  if (merged !== undefined) return merged;
  const head = commonHead(mine, starter);
  const tail = commonHead(mine.slice(head).toReversed(), starter.slice(head).toReversed());
  return [
    ...textsOf(mine.slice(0, head)),
    ...markedConflict(
      ...([mine, starter].map((lines) => textsOf(lines.slice(head, lines.length - tail))) as [string[], string[]]),
      titles,
    ),
    ...textsOf(mine.slice(mine.length - tail)),
  ];
}

/** If one side has changed only comments, as the notes of the steps do, its new ones go into the other side's lines. */
function withComments(other: Line[], base: Line[], commented: Line[]): string[] | undefined {
  if (!isSame(codeOf(commented), codeOf(base))) return undefined;
  const known = base.map(String);
  const isNew = (line: Line) => isComment(line) && !known.includes(String(line));
  const result = textsOf(other);
  const isParallel = other.length === base.length;
  let [added, passed] = [0, 0];
  for (const line of commented) {
    if (isNew(line)) result.splice(isParallel ? passed + added++ : added++, 0, line.text);
    else passed++;
  }
  return result;
}

function isComment(line: Line): boolean {
  return /^(\/\/|\/?\*)/.test(String(line));
}

function codeOf(lines: Line[]): Line[] {
  return lines.filter((line) => String(line) !== '' && !isComment(line));
}

function isSame(some: readonly Line[], others: readonly Line[]): boolean {
  return some.length === others.length && commonHead(some, others) === some.length;
}

function commonHead(some: readonly Line[], others: readonly Line[]): number {
  const end = some.findIndex((line, index) => String(line) !== String(others[index]));
  return end < 0 ? some.length : end;
}

function textsOf(lines: readonly Line[]): string[] {
  return lines.map(({ text }) => text);
}
