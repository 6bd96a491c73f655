/**
 * Solutions are the source. Marked regions say what a step adds, and what the starter says in its place:
 *
 *     // #region step-2
 *     the solution's lines
 *     // #starter
 *     // the starter's lines, behind one comment mark
 *     // #endregion
 */
export interface Region {
  readonly step: number;
  readonly solution: string[];
  readonly starter: string[];
}

type Part = string | Region;

/** The file as a reader sees it, without marks. */
export function shown(text: string): string {
  return assemble(parse(text).flatMap((part) => (typeof part === 'string' ? [part] : part.solution)));
}

/** The file as the learner gets it. */
export function starter(text: string): string {
  return assemble(parse(text).flatMap((part) => (typeof part === 'string' ? [part] : part.starter)));
}

/** The lines that no step touches. */
export function untouched(text: string): string[] {
  return parse(text).filter((part): part is string => typeof part === 'string');
}

/** What one step adds to the file, region by region. */
export function regionsOf(text: string, step: number): string[] {
  return parse(text)
    .filter((part): part is Region => typeof part !== 'string' && part.step === step)
    .map((region) => region.solution.join('\n'));
}

/** The steps that change the file. */
export function stepsIn(text: string): Set<number> {
  return new Set(parse(text).flatMap((part) => (typeof part === 'string' ? [] : [part.step])));
}

function parse(text: string): Part[] {
  const parts: Part[] = [];
  let open: Region | undefined;
  let inStarter = false;
  for (const [index, line] of text.split('\n').entries()) {
    const mark = /^\s*\/\/ #(region step-(\d+)|starter|endregion)\s*$/.exec(line);
    const refuse = (problem: string) => new Error(`Line ${index + 1}: ${problem}`);
    if (mark?.[2] !== undefined) {
      if (open !== undefined) throw refuse('a #region inside a #region.');
      open = { step: Number(mark[2]), solution: [], starter: [] };
      inStarter = false;
    } else if (mark?.[1] === 'starter') {
      if (open === undefined || inStarter) throw refuse('#starter outside of a #region.');
      inStarter = true;
    } else if (mark?.[1] === 'endregion') {
      if (open === undefined) throw refuse('#endregion without a #region.');
      parts.push(open);
      open = undefined;
    } else if (/^\s*\/\/ #/.test(line)) {
      throw refuse(`${line.trim()} is no mark. There are "// #region step-N", "// #starter" and "// #endregion".`);
    } else if (open === undefined) parts.push(line);
    else if (inStarter) open.starter.push(uncomment(line, refuse));
    else open.solution.push(line);
  }
  if (open !== undefined) throw new Error(`The #region of step ${open.step} has no #endregion.`);
  return parts;
}

function uncomment(line: string, refuse: (problem: string) => Error): string {
  const commented = /^(\s*)\/\/ ?(.*)$/.exec(line);
  if (commented === null) throw refuse('between #starter and #endregion every line starts with "//".');
  return (commented[1]! + commented[2]!).trimEnd();
}

/** Regions that vanish leave blank lines behind; one between two pieces of code is enough, none at either end. */
function assemble(lines: string[]): string {
  const text = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  // A blank line after an opening or before a closing bracket is left over from a region, never meant.
  const tight = text.replace(/([{[(])\n\n/g, '$1\n').replace(/\n\n(\s*[}\])])/g, '\n$1');
  return tight === '' ? '' : `${tight}\n`;
}
