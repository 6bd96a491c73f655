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
 * A three-way merge by lines. Lines of the learner that differ from ours only in their layout are the same, because an editor's
 * formatter changes every line of a file at once. What both sides have changed gets marks.
 */
export function mergeText(sides: Sides, titles: Titles): string {
  const base = linesOf(sides.base).map((text) => new Line(text));
  const starter = linesOf(sides.starter).map((text) => new Line(text));
  const own = linesOf(sides.mine);
  const places = unchangedLines(own, linesOf(sides.base));
  const ours = new Map([...places].map(([index, place]) => [place, base[index]!.text]));
  const mine = own.map((text, index) => new Line(text, ours.get(index)));
  const merged = diff3MergeRegions(mine, base, starter).flatMap((region) => {
    if (!region.stable) return mergeRegion(region, sides.mine, titles);
    if (region.buffer !== 'o') return textsOf(region.bufferContent);
    // Unchanged in both: the learner's layout counts.
    return region.bufferContent.map(({ text }, index) => own[places.get(region.bufferStart + index) ?? -1] ?? text);
  });
  const layout = layoutOf(sides.mine);
  return layout(withUsedImports(merged, [unified(sides.mine), unified(sides.starter)]));
}

/** The library compares lines as keys of an object. */
class Line {
  readonly text: string;
  readonly #key: string;

  constructor(text: string, key = text) {
    this.text = text;
    this.#key = key;
  }

  toString(): string {
    return this.#key;
  }
}

/** What a formatter may change: indentation, quotes, and the mark at the end of the line. */
export function keyOf(line: string): string {
  const key = line.trim().replace(/\s+/g, ' ').replaceAll('"', "'");
  return /\w/.test(key) ? key.replace(/[;,]$/, '') : key;
}

/** The lines of the base that the learner has not changed, with their places in the learner's file. */
function unchangedLines(mine: readonly string[], base: readonly string[]): Map<number, number> {
  const places = new Map<number, number>();
  const changes = diffIndices(base.map(keyOf), mine.map(keyOf));
  let [at, there] = [0, 0];
  for (const { buffer1, buffer2 } of [...changes, { buffer1: [base.length, 0], buffer2: [mine.length, 0] }] as const) {
    while (at < buffer1[0]!) places.set(at++, there++);
    at = buffer1[0]! + buffer1[1]!;
    there = buffer2[0]! + buffer2[1]!;
  }
  return places;
}

function linesOf(text: string): string[] {
  return unified(text).split('\n');
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

function mergeRegion(region: IUnstableRegion<Line>, whole: string, titles: Titles): string[] {
  const [mine, base, starter] = [region.aContent, region.oContent, region.bContent];
  const merged =
    (isSame(mine, starter) ? textsOf(mine) : undefined) ??
    withComments(mine, base, starter) ??
    withComments(starter, base, mine) ??
    withInsertion(mine, base, starter) ??
    withInsertion(starter, base, mine) ??
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

/** If one side has only added lines before or after those that the other has changed, both can stay. */
function withInsertion(changed: Line[], base: Line[], extended: Line[]): string[] | undefined {
  if (base.length === 0) return undefined;
  const count = extended.length - base.length;
  if (isSame(extended.slice(count), base)) return textsOf([...extended.slice(0, count), ...changed]);
  return isSame(extended.slice(0, base.length), base)
    ? textsOf([...changed, ...extended.slice(base.length)])
    : undefined;
}

function isComment(line: Line): boolean {
  return /^\s*(\/\/|\/?\*)/.test(String(line));
}

function codeOf(lines: Line[]): Line[] {
  return lines.filter((line) => String(line).trim() !== '' && !isComment(line));
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
