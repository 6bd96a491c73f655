/**
 * Blanks comments, strings, template literals and regular expressions, so that a search finds code only. Every character
 * keeps its place. The code inside a template literal is blanked with it.
 */
export function maskSource(source: string): string {
  let masked = '';
  while (masked.length < source.length) {
    const end = endOfText(source, masked.length, masked);
    if (end === masked.length) masked += source[end];
    else masked += source.slice(masked.length, end).replace(/[^\n]/g, ' ');
  }
  return masked;
}

/** Where the comment or literal that starts at `start` ends; `start` itself if there is none. */
function endOfText(source: string, start: number, before: string): number {
  const char = source[start];
  if (char === "'" || char === '"') return endOfString(source, start, char);
  if (char === '`') return endOfTemplate(source, start);
  if (source.startsWith('//', start)) return /\n|$/g.exec(source.slice(start))!.index + start;
  if (source.startsWith('/*', start)) return source.indexOf('*/', start) + 2;
  if (char === '/' && isRegExpPlace(before)) return endOfRegExp(source, start);
  return start;
}

/** After an operand a slash divides; elsewhere it starts a regular expression. */
function isRegExpPlace(before: string): boolean {
  return /(?:^|[(=,:!&|?{};[]|=>|\breturn)$/.test(before.trimEnd());
}

function endOfString(source: string, start: number, quote: string): number {
  let at = start + 1;
  while (source[at] !== quote) at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOfRegExp(source: string, start: number): number {
  const rest = /\/(?:\\.|\[(?:\\.|[^\]])*\]|[^\\/[])+\/[a-z]*/y;
  rest.lastIndex = start;
  return rest.test(source) ? rest.lastIndex : start;
}

function endOfTemplate(source: string, start: number): number {
  let at = start + 1;
  while (source[at] !== '`') {
    if (source[at] === '\\') at += 2;
    else if (source.startsWith('${', at)) at = endOfExpression(source, at + 2);
    else at++;
  }
  return at + 1;
}

function endOfExpression(source: string, start: number): number {
  let at = start;
  for (let depth = 1; depth > 0; ) {
    const end = endOfText(source, at, source.slice(start, at));
    if (end === at && source[at] === '{') depth++;
    if (end === at && source[at] === '}') depth--;
    at = Math.max(end, at + 1);
  }
  return at;
}
