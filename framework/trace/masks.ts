/** What stands in the place of a secret. */
export const mask = '•••';

/** A trace is for reading: longer texts are cut. */
const longestValue = 120;
const longestText = 400;

/** Names whose values are nobody's business, in headers, queries, parameters, bodies and contexts. */
const secretNames =
  /pass(word|wd|phrase|code)|^pass$|secret|token|cookie|authorization|api[-_]?key|^(key|sid|otp|pin|pwd|jwt)$|[-_.]key$|session|hash|csrf|credential|signature|bearer/i;

export function isSecretName(name: string): boolean {
  return secretNames.test(name) || /[a-z]Key$/.test(name);
}

/** Secrets that can be known by their look, wherever they stand: in a note, an error, a path. */
interface Look {
  /** Asked first, because it costs next to nothing, and most texts hold no secret. */
  readonly sign: string | RegExp;
  readonly pattern: RegExp;
  readonly replacement: string | ((whole: string, ...groups: string[]) => string);
}

const looks: readonly Look[] = [
  { sign: '$', pattern: /\$(2[abxy]?|argon2\w*|scrypt|pbkdf2[\w-]*)\$[^\s"',;]+/g, replacement: mask },
  { sign: '.', pattern: /\b[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, replacement: mask },
  { sign: 'eyJ', pattern: /\beyJ[\w-]{8,}(\.[\w-]*)*/g, replacement: mask },
  { sign: 'blog_', pattern: /\bblog_[\w-]{8,}/g, replacement: mask },
  {
    sign: /bearer|basic|digest/i,
    pattern: /\b(Bearer|Basic|Digest)\s+(?!•)[^\s"',;]+/gi,
    replacement: (_, scheme) => `${scheme} ${mask}`,
  },
  {
    sign: /[=:]/,
    pattern: /([\w.-]+)(["']?\s*[=:]\s*["']?)([^\s"'&;,}]+)/g,
    replacement: (whole, name, between) => (isSecretName(name!) ? name + between! + mask : whole),
  },
  {
    sign: /[\w+~-]{20}/,
    pattern: /[\w+~-]{20,}/g,
    replacement: (word) => (looksRandom(word) ? mask : word),
  },
];

/** Any text that may hold a secret somewhere: the parts that look like one are masked, and it is cut. */
export function maskText(text: string, longest = longestText): string {
  // Cut before the patterns look at it, so that a long text costs no more than a short one; and generously, because a
  // secret that is cut in half must still look like one.
  let masked = text.length > longest * 4 ? text.slice(0, longest * 4) : text;
  for (const { sign, pattern, replacement } of looks) {
    if (typeof sign === 'string' ? masked.includes(sign) : sign.test(masked)) {
      masked = masked.replace(pattern, replacement as string);
    }
  }
  return cut(masked, longest);
}

/** A value with a name: of a query, a parameter, a form. */
export function maskNamed(name: string, value: string): string {
  return isSecretName(name) ? mask : maskText(value, longestValue);
}

export function maskAll(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [cut(name, 80), maskNamed(name, value)]));
}

/** `/verify/abc` is `/verify/•••` where the route calls that parameter a token. */
export function maskPath(path: string, params: Readonly<Record<string, string>>): string {
  const secrets = new Set(
    Object.entries(params)
      .filter(([name, value]) => value !== '' && isSecretName(name))
      .map(([, value]) => value),
  );
  const segments = path.split('/').map((segment) => (secrets.has(decoded(segment)) ? mask : maskText(segment)));
  return cut(segments.join('/'), longestText);
}

/** The names of cookies and the attributes with which they are set are a lesson; their values are not. */
export function maskHeader(name: string, value: string): string {
  if (name === 'set-cookie') return value.replace(/^([^=;]*)=[^;]*/, (_, cookie: string) => `${cookie}=${mask}`);
  if (name === 'cookie') return value.replace(/([^=;\s]+)=[^;]*/g, (_, cookie: string) => `${cookie}=${mask}`);
  if (name === 'authorization')
    return value.replace(/^(\w+)\s.+$|^.+$/s, (_, scheme = '') => `${scheme} ${mask}`.trim());
  return maskNamed(name, value);
}

/** Of a request or an answer. A header that stands several times is joined, as browsers show it. */
export function maskHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const masked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers).slice(0, 50)) {
    if (value === undefined) continue;
    const values = Array.isArray(value) ? value : [value];
    masked[name] = values.map((one) => maskHeader(name.toLowerCase(), String(one))).join(', ');
  }
  return masked;
}

/** JSON with its secrets masked, in short. What is no JSON is treated as text. */
export function maskJson(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return maskText(text);
  }
  return cut(JSON.stringify(maskedValue(value, 0)) ?? '', longestText);
}

/** What was put into the context, in a few characters: its type, and the value itself where it is short and harmless. */
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

/** Deep or long structures are not worth the time of a request: what is left out shows as `…`. */
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

/** Keys and tokens change between digits, small and capital letters all the time; words and slugs hardly ever do. */
function looksRandom(word: string): boolean {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word)) return false;
  if ((word.match(/\d/g)?.length ?? 0) < 2) return false;
  const changes = word.match(/\d(?=[a-z])|[a-z](?=\d)|[a-z](?=[A-Z])|[A-Z](?=[a-z\d])|\d(?=[A-Z])/g)?.length ?? 0;
  return changes / word.length > 0.2;
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
