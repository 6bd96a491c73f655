import type { TemplateLiteral } from '@babel/types';
import type { Source } from './source.ts';

export interface SqlToken {
  readonly kind: 'word' | 'string' | 'value' | 'symbol';
  /** As written. */
  readonly text: string;
  /** In the source. */
  readonly start: number;
  readonly end: number;
  /** How many parentheses are open. */
  readonly depth: number;
}

const pattern = /(?<space>\s+|--.*)|(?<string>'(?:[^']|'')*')|(?<word>[A-Za-z_][\w.]*|\d+)|<=|>=|<>|!=|\|\||::|./y;

/** The statements in template literals, each as its tokens. A `${…}` is one token of the kind `value`. */
export function* statementsIn(source: Source): Iterable<SqlToken[]> {
  for (const { node } of source.all('TemplateLiteral')) {
    const tokens = tokensOf(source, node);
    if (tokens[0] !== undefined && /^(select|insert|update|delete|create|with|alter|drop)$/i.test(tokens[0].text))
      if (tokens.some(({ text }) => /^(from|into|set|table|index)$/i.test(text))) yield tokens;
  }
}

function tokensOf(source: Source, template: TemplateLiteral): SqlToken[] {
  const tokens: SqlToken[] = [];
  let depth = 0;
  for (const [index, quasi] of template.quasis.entries()) {
    pattern.lastIndex = quasi.start!;
    while (pattern.lastIndex < quasi.end!) {
      const start = pattern.lastIndex;
      const { 0: text, groups = {} } = pattern.exec(source.text)!;
      if (text === ')') depth--;
      const kind = groups.string !== undefined ? 'string' : groups.word !== undefined ? 'word' : 'symbol';
      if (groups.space === undefined) tokens.push({ kind, text, start, end: start + text.length, depth });
      if (text === '(') depth++;
    }
    const next = template.quasis[index + 1];
    if (next === undefined) continue;
    const [start, end] = [quasi.end!, next.start!];
    tokens.push({ kind: 'value', text: source.text.slice(start, end), start, end, depth });
  }
  return tokens;
}

/** The places of a keyword, or of several in a row: `keywords(tokens, 'order', 'by')`. */
export function keywords(tokens: readonly SqlToken[], ...words: string[]): number[] {
  return [...tokens.keys()].filter((at) => words.every((word, offset) => isWord(tokens[at + offset], word)));
}

export function isWord(token: SqlToken | undefined, ...words: string[]): boolean {
  return token?.kind === 'word' && words.includes(token.text.toLowerCase());
}

/** Where the clause that starts here ends: before the next clause, or before the parenthesis that closes around it. */
export function clauseEnd(tokens: readonly SqlToken[], start: number): number {
  const { depth } = tokens[start]!;
  const end = tokens.findIndex(
    (token, at) =>
      at > start &&
      (token.depth < depth ||
        (token.depth === depth &&
          isWord(token, 'where', 'order', 'group', 'having', 'limit', 'offset', 'returning', 'for', 'on', 'union'))),
  );
  return end < 0 ? tokens.length : end;
}

/** Splits tokens at a separator that isn't inside of parentheses. */
export function split(
  tokens: readonly SqlToken[],
  isSeparator: (token: SqlToken, at: number) => boolean,
): SqlToken[][] {
  const parts: SqlToken[][] = [[]];
  for (const [at, token] of tokens.entries()) {
    if (token.depth === tokens[0]!.depth && isSeparator(token, at)) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts.filter((part) => part.length > 0);
}
