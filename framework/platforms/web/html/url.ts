/** What stands in place of an address that could run a script. Harmless wherever it is opened, and easy to spot. */
export const blockedUrl = 'about:blank#blocked';

/** The schemes that a value may bring along. The template itself may name any other: `href="vscode://file/${path}"`. */
const valueSchemes = new Set(['http', 'https', 'mailto', 'tel']);

/** Whether it is safe to follow: a relative address, or one whose scheme cannot run a script. */
export function isSafeUrl(url: string): boolean {
  const scheme = schemeOf(url);
  return scheme === undefined || valueSchemes.has(scheme);
}

/** For `srcset` and other lists of addresses. */
export function areSafeUrls(list: string): boolean {
  return list.split(/[\s,;]+/).every(isSafeUrl);
}

/** Whether it is safe to load code from: it stays on our own server. */
export function isOwnUrl(url: string): boolean {
  return schemeOf(url) === undefined && !/^[/\\]{2}/.test(withoutIgnored(url));
}

/** Whether the template has decided on the scheme, so that no value further on can change it. */
export function fixesScheme(text: string): boolean {
  return /[/?#\\:]/.test(text);
}

/** Whether the template has decided on the server: `/assets/…`, `img/…`, `https://cdn.example/…`. */
export function fixesServer(text: string): boolean {
  return /^(?:\/[^/\\]|[?#]|[^/\\:?#]+[/?#]|[a-z][a-z0-9+.-]*:\/\/[^/?#\\]+[/?#])/i.test(text);
}

/** Whether what follows this text will be run. An image is what `data:` is good for. */
export function beginsScript(text: string): boolean {
  const scheme = schemeOf(text);
  if (scheme === 'data') return !/^data:image\/[\w.-]+[;,]/i.test(text);
  return scheme === 'javascript' || scheme === 'vbscript';
}

/**
 * Everything before the first colon, unless a slash, a question mark or a hash shows that it is part of a path.
 * Wider than what a browser takes for a scheme, on purpose: what is strange is refused, not interpreted.
 */
function schemeOf(url: string): string | undefined {
  return /^([^/?#\\:]*):/.exec(withoutIgnored(url))?.[1]?.toLowerCase();
}

/** Browsers skip line breaks and tabs inside an address, and more in front of it: `java\nscript:` runs. */
function withoutIgnored(url: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the attack.
  return url.replace(/[\u0000-\u0020]/g, '');
}
