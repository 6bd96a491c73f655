/** Replaces a secret. */
export const mask = '•••';

/** A trace is meant to be read, so longer values are cut. */
const longestValue = 120;
const longestText = 400;

/** Names whose values are secret, in headers, queries, parameters, bodies and contexts. */
const secretNames =
  /pass(word|wd|phrase|code)|^pass$|secret|token|cookie|authorization|api[-_]?key|^(key|sid|otp|pin|pwd|jwt)$|[-_.]key$|session|hash|csrf|credential|signature|bearer/i;

export function isSecretName(name: string): boolean {
  return secretNames.test(name) || /[a-z]Key$/.test(name);
}

/**
 * Secrets that can be recognised by their form, wherever they appear: in a note, an error, a path. Every pattern takes
 * linear time: the lookbehinds make sure that a long word is tried once, and not again from each of its characters.
 */
interface Form {
  /** Tested first, because it costs next to nothing and most strings contain no secret. */
  readonly hint: string | RegExp;
  readonly pattern: RegExp;
  readonly replacement: (whole: string, ...groups: string[]) => string;
}

const forms: readonly Form[] = [
  { hint: '$', pattern: /\$(2[abxy]?|argon2\w*|scrypt|pbkdf2[\w-]*)\$[^\s"',;]+/g, replacement: () => mask },
  { hint: '.', pattern: /(?<![\w-])[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, replacement: () => mask },
  { hint: 'eyJ', pattern: /\beyJ[\w-]{8,}(\.[\w-]*)*/g, replacement: () => mask },
  {
    hint: /bearer|basic|digest/i,
    pattern: /\b(Bearer|Basic|Digest)\s+(?!•)[^\s"',;]+/gi,
    replacement: (_, scheme) => `${scheme} ${mask}`,
  },
  {
    hint: '://',
    pattern: /:\/\/([^\s"'/?#@:]*):[^\s"'/?#]*@/g,
    replacement: (_, user) => `://${user}:${mask}@`,
  },
  {
    // An API key of any application: a prefix such as `sk_live_`, then random characters.
    hint: '_',
    pattern: /(?<![\w+~-])((?:[a-z][a-z\d]{1,15}_){1,2})([\w-]{16,})/gi,
    replacement: (whole, _prefix, rest) => (looksRandom(rest!, 0) ? mask : whole),
  },
  {
    hint: /[\w+~-]{20}/,
    pattern: /[\w+~-]{20,}/g,
    replacement: (word) => (looksRandom(word, 2) ? mask : word),
  },
];

/** Masks every part of a string that looks like a secret, and cuts it. */
export function maskText(text: string, longest = longestText): string {
  // Cut before the patterns run, so that a long string costs no more than a short one. The cut is generous, because a
  // secret that is cut in half must still look like one.
  let masked = text.length > longest * 4 ? text.slice(0, longest * 4) : text;
  for (const { hint, pattern, replacement } of forms) {
    if (typeof hint === 'string' ? masked.includes(hint) : hint.test(masked)) {
      masked = masked.replace(pattern, replacement);
    }
  }
  return cut(maskPairs(masked), longest);
}

/** A name, perhaps with an index or in quotes, and the separator before its value: `user[token]=`, `"token": `. */
const label = /(?<![\w.-])([\w.-]+(?:\[[\w.-]*\])*)[\]"'\\]*\s*(?:[=:]+>?|%3[ad])\s*/gi;

/**
 * Masks the values after secret names. A harmless name doesn't consume its value, because a secret may follow in it:
 * `Login failed: password=…`, `https://api.example/?token=…`.
 */
function maskPairs(text: string): string {
  if (!/[=:%]/.test(text)) return text;
  let masked = '';
  let at = 0;
  for (const { index, 0: whole, 1: name } of text.matchAll(label)) {
    if (index < at || !name!.split(/[[\]]/).some(isSecretName)) continue;
    const [start, end] = valueAt(text, index + whole.length);
    if (isHarmless(text.slice(start, end), text.slice(end, end + mask.length + 1))) continue;
    masked += text.slice(at, start) + mask;
    at = end;
  }
  return masked + text.slice(at);
}

/** Where a value starts and ends: a quoted string, an object or array, or a word. */
function valueAt(text: string, start: number): [start: number, end: number] {
  const [opening, slashes, quote] = matchAt(/(\\*)(["'`])/y, text, start) ?? [];
  if (opening === undefined) {
    if (text[start] === '{' || text[start] === '[') return [start, closingAt(text, start)];
    return [start, start + (matchAt(/[^\s"'&;,}>]+/y, text, start)?.[0].length ?? 0)];
  }
  // A quote with a different number of backslashes belongs to the value.
  const inside = start + opening.length;
  for (const { index, 0: closing } of text.slice(inside).matchAll(/\\*["'`]/g)) {
    if (closing === slashes + quote!) return [inside, inside + index];
  }
  return [inside, text.length];
}

function closingAt(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{' || text[at] === '[') depth++;
    if ((text[at] === '}' || text[at] === ']') && --depth === 0) return at + 1;
  }
  return text.length;
}

/** A placeholder in SQL, perhaps in parentheses and with a cast: `?`, `upper($1)`, `$2::text`. */
const placeholder = /^(?:\w*\()*(?:\?|\$\d+)(?:::\w+)?\)*$/;
const column = /^\w+\.(\w+)\)*$/;

function isHarmless(value: string, following: string): boolean {
  if (value === '' || value === mask || /^(?:null|true|false|undefined)\)*$/.test(value)) return true;
  if (placeholder.test(value) || isSecretName(column.exec(value)?.[1] ?? '')) return true;
  return /^(?:Bearer|Basic|Digest)$/i.test(value) && following === ` ${mask}`;
}

/** A value with a name: of a query, a parameter, a form. */
export function maskNamed(name: string, value: string): string {
  return isSecretName(name) ? mask : maskText(value, longestValue);
}

export function maskAll(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [cut(name, 80), maskNamed(name, value)]));
}

/** `/verify/abc` becomes `/verify/•••` if the route calls that parameter a token. */
export function maskPath(path: string, params: Readonly<Record<string, string>>): string {
  const secrets = new Set(
    Object.entries(params)
      .filter(([name, value]) => value !== '' && isSecretName(name))
      .map(([, value]) => value),
  );
  // More segments would not be shown anyway. The path itself is not cut, so that half a secret can't slip through.
  const segments = path.split('/', longestText + 2);
  const masked = segments.map((segment) => (secrets.has(decoded(segment)) ? mask : maskText(segment)));
  return cut(masked.join('/'), longestText);
}

/** Readers learn from the names and attributes of cookies, so only the values are masked. */
export function maskHeader(name: string, value: string): string {
  const known = cut(value, longestHeader);
  if (name === 'cookie') return cookiesIn(known).map(maskCookie).join('; ');
  if (name === 'set-cookie') {
    const [cookie = '', ...attributes] = known.split(';');
    return [maskCookie(cookie.trim()), ...attributes].join(';');
  }
  if (name === 'authorization') return `${/^(\w+)\s/.exec(known)?.[0] ?? ''}${mask}`;
  return maskNamed(name, value);
}

const longestHeader = 4_000;

function cookiesIn(header: string): string[] {
  return header
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie !== '');
}

/** A cookie without a name is all value. */
function maskCookie(cookie: string): string {
  const name = cookie.slice(0, Math.max(0, cookie.indexOf('=')));
  return name === '' ? mask : `${name}=${mask}`;
}

/** The headers of a request or a response. One that occurs several times is joined, as browsers show it. */
export function maskHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const masked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers).slice(0, 50)) {
    if (value === undefined) continue;
    const values = Array.isArray(value) ? value : [value];
    masked[name] = values.map((one) => maskHeader(name.toLowerCase(), String(one))).join(', ');
  }
  return masked;
}

/** JSON with its secrets masked, shortened. Anything that isn't JSON is treated as an ordinary string. */
export function maskJson(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return maskText(text);
  }
  return cut(JSON.stringify(maskedValue(value, 0)) ?? '', longestText);
}

/** A context value in a few characters: its type, or the value itself if it is short and harmless. */
export function summaryOf(name: string, value: unknown): string {
  if (value === undefined || value === null || typeof value === 'boolean') return String(value);
  if (isSecretName(name)) return mask;
  if (typeof value === 'string') return JSON.stringify(maskText(value, longestValue));
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'object') return typeof value;
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid date' : value.toISOString();
  const type = value.constructor?.name;
  const fields = cut(Object.keys(value).join(', '), longestValue);
  return `${type && type !== 'Object' ? `${type} ` : ''}{${fields && ` ${fields} `}}`;
}

/** Deep or long structures are not worth the time of a request. `…` marks a cut, except after 30 properties. */
function maskedValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskText(value, longestValue);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 4) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, 5).map((item) => maskedValue(item, depth + 1));
    return value.length > items.length ? [...items, `… ${value.length - items.length} more`] : items;
  }
  const entries = Object.entries(value)
    .slice(0, 30)
    .map(([name, inner]) => [
      cut(name, 80),
      isSecretName(name) && inner !== null && typeof inner !== 'boolean' ? mask : maskedValue(inner, depth + 1),
    ]);
  return Object.fromEntries(entries);
}

/**
 * Keys and tokens switch between digits, lowercase and uppercase letters all the time, words and slugs hardly ever do.
 * Camel case comes close, which is why a word without a prefix must have some digits too.
 */
function looksRandom(word: string, fewestDigits: number): boolean {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word)) return false;
  if (/^(?=.*[a-f])(?=.*\d)[\da-f]{16,}$/i.test(word)) return true;
  if ((word.match(/\d/g)?.length ?? 0) < fewestDigits) return false;
  const letters = word.replace(/[^a-z\d]/gi, '').length;
  const changes = word.match(/\d(?=[a-z])|[a-z](?=\d)|[a-z](?=[A-Z])|[A-Z](?=[a-z\d])|\d(?=[A-Z])/g)?.length ?? 0;
  return changes / letters > 0.2;
}

function matchAt(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start;
  return pattern.exec(text);
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
