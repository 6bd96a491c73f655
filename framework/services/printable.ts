/**
 * Escapes characters that do more than appear: line breaks, escape sequences that control a terminal, and marks that
 * reverse the direction of text. Otherwise, anyone who can get a string into a log or onto a terminal could forge a line,
 * hide one, or retitle the window. The escapes are those of JSON, so a JSON line keeps its meaning.
 */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu,
    (character) => shortEscapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The same for a string of several lines, which stay lines. */
export function printableLines(text: string): string {
  return text.split(/\r?\n/).map(printable).join('\n');
}

const shortEscapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
