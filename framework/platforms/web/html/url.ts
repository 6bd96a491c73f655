/** Replaces a URL that could run a script. It is harmless wherever it is opened, and easy to spot. */
export const blockedUrl = 'about:blank#blocked';

/** The schemes that a value may contain. The template itself may use any other: `href="vscode://file/${path}"`. */
const valueSchemes = new Set(['http', 'https', 'mailto', 'tel']);

/** Whether a URL is safe to follow: it is relative, or its scheme can't run a script. */
export function isSafeUrl(url: string): boolean {
  const scheme = schemeOf(url);
  return scheme === undefined || valueSchemes.has(scheme);
}

/** The same for `srcset` and other lists of URLs. */
export function areSafeUrls(list: string): boolean {
  return list.split(/[\s,;]+/).every(isSafeUrl);
}

/** Whether a URL is safe to load code from: it stays on our own server. */
export function isOwnUrl(url: string): boolean {
  return schemeOf(url) === undefined && !/^[/\\]{2}/.test(withoutIgnored(url));
}

/** Whether this part of the template settles the scheme, so that no value after it can change it. */
export function fixesScheme(text: string): boolean {
  return /[/?#\\:]/.test(text);
}

/** Whether this beginning of a URL settles the server: `/assets/…`, `img/…`, `https://cdn.example/…`. */
export function fixesServer(text: string): boolean {
  return /^(?:\/[^/\\]|[?#]|[^/\\:?#]+[/?#]|[a-z][a-z0-9+.-]*:\/\/[^/?#\\]+[/?#])/i.test(withoutIgnored(text));
}

/** Whether the browser runs whatever follows this text. `data:` is allowed for images. */
export function beginsScript(text: string): boolean {
  const scheme = schemeOf(text);
  if (scheme === 'data') return !/^data:image\/[\w.-]+[;,]/i.test(withoutIgnored(text));
  return scheme === 'javascript' || scheme === 'vbscript';
}

/**
 * Decodes character references in a template, so that a URL is judged as the browser's URL parser sees it: `&#47;` is a
 * slash, and `&Tab;` is skipped. Of the named references, only those with a meaning in a URL are decoded: none is a letter
 * that could hide a scheme.
 */
export function decodeReferences(text: string): string {
  return text.replace(/&(?:#x([\da-f]+);?|#(\d+);?|(\w+);)/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return namedReferences[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}

const namedReferences: Record<string, string | undefined> = {
  Tab: '\t',
  NewLine: '\n',
  colon: ':',
  sol: '/',
  bsol: '\\',
  quest: '?',
  num: '#',
  amp: '&',
};

/**
 * Everything before the first colon, unless a slash, a question mark or a hash shows that the colon belongs to a path.
 * Deliberately wider than a browser's definition of a scheme: we block what looks odd instead of interpreting it.
 */
function schemeOf(url: string): string | undefined {
  return /^([^/?#\\:]*):/.exec(withoutIgnored(url))?.[1]?.toLowerCase();
}

/**
 * Browsers ignore tabs and line breaks anywhere in a URL, and all control characters and spaces before it:
 * `java\nscript:` runs, and ` //evil.example` is another server. So we judge every URL without those characters.
 */
function withoutIgnored(url: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the attack.
  return url.replace(/[\u0000-\u0020]/g, '');
}
