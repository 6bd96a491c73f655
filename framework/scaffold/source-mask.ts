/**
 * The same text with everything blanked out that is not code: comments, and the insides of strings, templates and
 * regular expressions. Positions stay the same, so brackets and names can be looked for here and edited there.
 */
export function maskSource(source: string): string {
  let masked = '';
  for (let at = 0; at < source.length; ) {
    const end = endOfText(source, at, masked);
    if (end === undefined) masked += source[at++];
    else {
      masked += blank(source.slice(at, end));
      at = end;
    }
  }
  return masked;
}

/** The position of the bracket that closes the one at `open`. */
export function closingOf(mask: string, open: number): number {
  let depth = 0;
  for (let at = open; at < mask.length; at++) {
    if ('([{'.includes(mask[at]!)) depth++;
    else if (')]}'.includes(mask[at]!) && --depth === 0) return at;
  }
  return -1;
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What stands between the commas of a list, from bracket to bracket, without the space around it. */
export function itemsBetween(mask: string, open: number, close: number): Range[] {
  const items: Range[] = [];
  let start = open + 1;
  for (let at = start; at <= close; at++) {
    if ('([{'.includes(mask[at]!)) at = closingOf(mask, at);
    else if (mask[at] === ',' || at === close) {
      const text = mask.slice(start, at);
      if (text.trim() !== '') items.push({ start: start + text.search(/\S/), end: start + text.trimEnd().length });
      start = at + 1;
    }
  }
  return items;
}

/** Where the text that begins here ends, or undefined where code goes on. */
function endOfText(source: string, at: number, before: string): number | undefined {
  const two = source.slice(at, at + 2);
  if (two === '//') return find(source, '\n', at);
  if (two === '/*') return Math.min(source.length, find(source, '*/', at + 2) + 2);
  if (source[at] === "'" || source[at] === '"') return endOfQuoted(source, at);
  if (source[at] === '`') return endOfTemplate(source, at);
  // A slash behind an operator begins a regular expression; behind a value it divides.
  if (source[at] === '/' && /(^|[(,=:[!&|?{};])\s*$/.test(before)) return endOfQuoted(source, at);
  return undefined;
}

function endOfQuoted(source: string, at: number): number {
  const quote = source[at];
  for (let end = at + 1; end < source.length; end++) {
    if (source[end] === '\\') end++;
    else if (source[end] === quote || source[end] === '\n') return end + 1;
  }
  return source.length;
}

function endOfTemplate(source: string, at: number): number {
  for (let end = at + 1; end < source.length; end++) {
    if (source[end] === '\\') end++;
    else if (source[end] === '`') return end + 1;
    else if (source.startsWith('${', end)) end = endOfHole(source, end + 2) - 1;
  }
  return source.length;
}

function endOfHole(source: string, at: number): number {
  let depth = 1;
  for (let end = at; end < source.length; ) {
    const text = endOfText(source, end, source.slice(at, end));
    if (text !== undefined) end = text;
    else {
      if (source[end] === '{') depth++;
      if (source[end++] === '}' && --depth === 0) return end;
    }
  }
  return source.length;
}

function find(source: string, wanted: string, from: number): number {
  const found = source.indexOf(wanted, from);
  return found < 0 ? source.length : found;
}

/** Quotes stay: where a string begins and ends is something to look for. */
function blank(text: string): string {
  const quote = /^['"`]/.exec(text)?.[0] ?? '';
  const spaces = text.replace(/[^\r\n]/g, ' ');
  return quote === '' ? spaces : quote + spaces.slice(1, -1) + text.at(-1);
}
