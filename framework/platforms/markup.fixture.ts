/** What a browser would make of a page: elements with their attributes, decoded, and the text between them. */
export type Token =
  | { readonly element: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly end: string }
  | { readonly text: string }
  | { readonly comment: string };

const patterns = {
  comment: /<!--(.*?)-->|<!([^>]*)>/sy,
  end: /<\/([a-zA-Z][^\s/>]*)[^>]*>/y,
  start: /<([a-zA-Z][^\s/>]*)((?:[\s/]+|[^\s/>=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?)*)>/y,
  text: /[^<]+|</y,
};
const attribute = /([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/g;

/** A small reader of HTML, written without a look at the one under test: what both get wrong, no test can find. */
export function readMarkup(markup: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < markup.length) {
    const [kind, match] = matchAt(markup, at);
    at += match[0].length;
    if (kind === 'comment') tokens.push({ comment: match[1] ?? match[2] ?? '' });
    if (kind === 'end') tokens.push({ end: match[1]!.toLowerCase() });
    if (kind === 'text') addText(tokens, decode(match[0]));
    if (kind !== 'start') continue;
    const element = match[1]!.toLowerCase();
    tokens.push({ element, attributes: readAttributes(match[2] ?? '') });
    if (element !== 'script' && element !== 'style') continue;
    const end = markup.toLowerCase().indexOf(`</${element}`, at);
    addText(tokens, markup.slice(at, end));
    at = end;
  }
  return tokens;
}

/** The attributes of the only element. */
export function onlyAttributes(markup: string): Readonly<Record<string, string>> {
  const elements = readMarkup(markup).filter((token) => 'element' in token);
  if (elements.length !== 1) throw new Error(`One element expected, found ${elements.length} in ${markup}`);
  return elements[0]!.attributes;
}

function matchAt(markup: string, at: number): [keyof typeof patterns, RegExpExecArray] {
  for (const kind of Object.keys(patterns) as (keyof typeof patterns)[]) {
    patterns[kind].lastIndex = at;
    const match = patterns[kind].exec(markup);
    if (match !== null) return [kind, match];
  }
  throw new Error(`Not readable: ${markup.slice(at)}`);
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name, double, single, bare] of text.matchAll(attribute)) {
    attributes[name!.toLowerCase()] ??= decode(double ?? single ?? bare ?? '');
  }
  return attributes;
}

function addText(tokens: Token[], text: string): void {
  const last = tokens.at(-1);
  if (last !== undefined && 'text' in last) tokens[tokens.length - 1] = { text: last.text + text };
  else if (text !== '') tokens.push({ text });
}

function decode(text: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', colon: ':', tab: '\t', newline: '\n' };
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|([a-z]+));?/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return names[name.toLowerCase()] ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}
