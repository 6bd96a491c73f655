import { diffArrays } from 'diff';

/** One line of a file in both versions, or a line that only one of them has. */
export interface Row {
  readonly yours?: string;
  readonly ours?: string;
  readonly isSame: boolean;
}

/** Neighbouring rows. `line` counts from 1, in your version or, if it has none of the lines, in ours. */
export interface Place {
  readonly line: number;
  readonly rows: readonly Row[];
}

/** The lines of our version that a step has written, and where it has removed some: before which line. Both count from 0. */
export interface StepLines {
  readonly written: ReadonlySet<number>;
  readonly cuts: ReadonlySet<number>;
}

const context = 2;

/** What a step changes, as lines of a later version, which may have changed some of them again. */
export function stepLines(before: string, after: string, later: string): StepLines {
  const [written, cuts] = [new Set<number>(), new Set<number>()];
  const moved = positionsIn(linesOf(after), linesOf(later));
  let at = 0;
  for (const { added, removed, count } of diffArrays(linesOf(before), linesOf(after))) {
    if (removed) cuts.add(moved(at));
    else {
      for (let index = at; added && index < at + count; index++) if (moved.has(index)) written.add(moved(index));
      at += count;
    }
  }
  return { written, cuts };
}

/** Where two versions of a file differ in what a step is about. Lines of your version that are next to it belong to it. */
export function placesOf(yours: string, ours: string, { written, cuts }: StepLines): Place[] {
  const rows: (Row & { readonly at: number; readonly line: number })[] = [];
  const shown = new Set<number>();
  let [left, right] = [0, 0];
  const chunks = pairs(linesOf(yours), linesOf(ours));
  for (const chunk of chunks) {
    const first = rows.length;
    for (const { yours: mine, ours: other } of chunk.rows) {
      rows.push({
        ...{ isSame: chunk.isSame, at: right, line: left + 1 },
        ...(mine !== undefined && { yours: mine }),
        ...(other !== undefined && { ours: other }),
      });
      if (mine !== undefined) left++;
      if (other !== undefined) right++;
    }
    if (chunk.isSame) continue;
    const start = rows[first]!.at;
    // From the line before it to the line after it.
    const around = Array.from({ length: right - start + 2 }, (_, index) => start - 1 + index);
    const isOfStep = around.some((line) => written.has(line)) || [start, right].some((line) => cuts.has(line));
    for (let index = first; isOfStep && index < rows.length; index++) shown.add(index);
  }
  return grouped(rows, shown);
}

/** Rows that are the same in both, and rows that aren't, each together. */
export function runsOf(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last !== undefined && last[0]!.isSame === row.isSame) last.push(row);
    else runs.push([row]);
  }
  return runs;
}

/** A file that only one of the versions has. */
export function wholeFile(text: string, whose: 'yours' | 'ours'): Place[] {
  return [{ line: 1, rows: linesOf(text).map((line) => ({ [whose]: line, isSame: false })) }];
}

function grouped(rows: readonly (Row & { readonly line: number })[], shown: ReadonlySet<number>): Place[] {
  const near = (index: number) =>
    Array.from({ length: 2 * context + 1 }, (_, offset) => index + offset - context).some((each) => shown.has(each));
  const places: { line: number; rows: Row[] }[] = [];
  for (const [index, { line, yours, ours, isSame }] of rows.entries()) {
    if (!near(index)) continue;
    const row = { isSame, ...(yours !== undefined && { yours }), ...(ours !== undefined && { ours }) };
    if (index > 0 && near(index - 1)) places.at(-1)!.rows.push(row);
    else places.push({ line, rows: [row] });
  }
  return places;
}

/** Runs of equal lines, and between them, the lines of both sides next to each other. */
function pairs(yours: readonly string[], ours: readonly string[]) {
  const chunks: { isSame: boolean; rows: { yours?: string; ours?: string }[] }[] = [];
  let open: { yours: string[]; ours: string[] } = { yours: [], ours: [] };
  const close = () => {
    const length = Math.max(open.yours.length, open.ours.length);
    const rows = Array.from({ length }, (_, index) => ({ yours: open.yours[index], ours: open.ours[index] }));
    if (length > 0) chunks.push({ isSame: false, rows: rows as { yours?: string; ours?: string }[] });
    open = { yours: [], ours: [] };
  };
  for (const { added, removed, value } of diffArrays([...yours], [...ours])) {
    if (removed) open.yours.push(...value);
    else if (added) open.ours.push(...value);
    else {
      close();
      chunks.push({ isSame: true, rows: value.map((line) => ({ yours: line, ours: line })) });
    }
  }
  close();
  return chunks;
}

/** The line of the later version that a line has become. A line that is gone leads to the next one that isn't, but `has` is false. */
function positionsIn(earlier: readonly string[], later: readonly string[]) {
  const found = new Map<number, number>();
  let [from, to] = [0, 0];
  for (const { added, removed, count } of diffArrays([...earlier], [...later])) {
    if (!added && !removed) for (let index = 0; index < count; index++) found.set(from + index, to + index);
    if (!added) from += count;
    if (!removed) to += count;
  }
  const next = (line: number): number => (line >= earlier.length ? later.length : (found.get(line) ?? next(line + 1)));
  return Object.assign(next, { has: (line: number) => found.has(line) });
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
