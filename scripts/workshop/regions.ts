/**
 * The marked source of a chapter holds every version of a file. A region belongs to a step: it holds the lines as the step
 * leaves them, and after each further mark the lines of an earlier version, commented out.
 *
 *     // #region step-3
 *     the lines from step 3 on
 *     // #step-2
 *     // the lines between step 2 and step 3, if step 3 changes what step 2 has written
 *     // #starter
 *     // the lines of the starter
 *     // #endregion
 */
interface Region {
  readonly step: number;
  /** Newest first. The starter is version 0. A region without a version for the starter adds lines. */
  readonly versions: { readonly step: number; readonly lines: string[] }[];
}

type Part = string | Region;

/** The file with the steps up to this one solved: 0 is the starter, Infinity the solution. Empty if the file doesn't exist then. */
export function asOf(text: string, step: number): string {
  return assemble(
    parse(text).flatMap((part) => {
      if (typeof part === 'string') return [part];
      return part.versions.find((version) => version.step <= step)?.lines ?? [];
    }),
  );
}

/** The lines outside of every region. */
export function untouched(text: string): string[] {
  return parse(text).filter((part): part is string => typeof part === 'string');
}

/** The steps that change the file. */
export function stepsIn(text: string): Set<number> {
  const regions = parse(text).filter((part): part is Region => typeof part !== 'string');
  return new Set(regions.flatMap(({ versions }) => versions.map(({ step }) => step)).filter((step) => step > 0));
}

/** The step that each line of the solution belongs to; undefined for lines outside of every region. */
export function stepsOfLines(text: string): (number | undefined)[] {
  const tagged = parse(text).flatMap((part): { step?: number; line: string }[] =>
    typeof part === 'string' ? [{ line: part }] : part.versions[0]!.lines.map((line) => ({ step: part.step, line })),
  );
  // The solution has fewer blank lines, but every other line, in the same order.
  const written = tagged.filter(({ line }) => line.trim() !== '').values();
  return asOf(text, Infinity)
    .split('\n')
    .map((line) => (line.trim() === '' ? undefined : written.next().value?.step));
}

const marks = '"// #region step-N", "// #step-N", "// #starter" and "// #endregion"';

function parse(text: string): Part[] {
  const parts: Part[] = [];
  let open: Region | undefined;
  let indent = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const mark = /^\s*\/\/ #(?:(region )?step-(\d+)|(starter)|(endregion))\s*$/.exec(line);
    const refuse = (problem: string) => new Error(`Line ${index + 1}: ${problem}`);
    if (mark?.[1] !== undefined) {
      if (open !== undefined) throw refuse('a #region inside a #region.');
      const step = Number(mark[2]);
      indent = line.indexOf('/');
      open = { step, versions: [{ step, lines: [] }] };
    } else if (mark?.[4] !== undefined) {
      if (open === undefined) throw refuse('#endregion without a #region.');
      parts.push(open);
      open = undefined;
    } else if (mark !== null) {
      const step = Number(mark[2] ?? 0);
      const name = mark[3] ? '#starter' : `#step-${step}`;
      if (open === undefined) throw refuse(`${name} outside of a #region.`);
      if (step >= open.versions.at(-1)!.step) throw refuse(`${name} must be older than the version above it.`);
      open.versions.push({ step, lines: [] });
    } else if (/^\s*\/\/ #/.test(line)) {
      throw refuse(`${line.trim()} is not a mark. The marks are ${marks}.`);
    } else if (open === undefined) parts.push(line);
    else open.versions.at(-1)!.lines.push(open.versions.length > 1 ? uncomment(line, indent, refuse) : line);
  }
  if (open !== undefined) throw new Error(`The #region of step ${open.step} has no #endregion.`);
  return parts;
}

/** If the newest version opens a block, the formatter indents the comments after it, but not the mark of the region. */
function uncomment(line: string, indent: number, refuse: (problem: string) => Error): string {
  const commented = /^(\s*)\/\/ ?(.*)$/.exec(line);
  if (commented === null) throw refuse('every line of an earlier version starts with "//".');
  return (commented[1]!.slice(0, indent) + commented[2]!).trimEnd();
}

/** A region that disappears leaves blank lines around it. One is enough between two pieces of code, none at either end. */
function assemble(lines: string[]): string {
  const text = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  // A blank line after an opening bracket or before a closing one is left over from a region.
  const tight = text.replace(/([{[(])\n\n/g, '$1\n').replace(/\n\n(\s*[}\])])/g, '\n$1');
  return tight === '' ? '' : `${tight}\n`;
}
