import { credentials, mask } from './credentials.ts';
import { maskForms } from './forms.ts';
import { isSecretName } from './names.ts';
import { maskPairs } from './pairs.ts';

/** A trace is meant to be read, so longer values are cut. */
const longestValue = 120;
const longestText = 400;

/** Masks every part of a string that is known to be a secret, or looks like one, and cuts it. */
export function maskText(text: string, longest = longestText): string {
  return maskAndCut(text, longest, true);
}

/** In SQL, a value ends with its word, and the names after it are worth reading. */
export function maskSql(sql: string): string {
  return maskAndCut(sql, longestText, false);
}

function maskAndCut(text: string, longest: number, isProse: boolean): string {
  // Cut before the patterns run, so that a long string costs no more than a short one. The cut is generous, because a
  // secret that is cut in half must still look like one.
  const beginning = text.length > longest * 4 ? text.slice(0, longest * 4) : text;
  // Forms go first: a token that begins like a known one must still have all of its form.
  const masked = maskPairs(maskForms(beginning), isProse);
  const hidden = credentials.mask(masked);
  // A percent-encoded text was decoded if there is a known credential in it, and may show more now.
  return cut(hidden === masked ? masked : maskPairs(maskForms(hidden), isProse), longest);
}

/** A value with a name: of a query, a parameter, a form. */
export function maskNamed(name: string, value: string): string {
  return isSecretName(name) ? mask : maskText(value, longestValue);
}

export function maskAll(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [maskName(name), maskNamed(name, value)]));
}

/** Somebody may send a credential as the name of something. */
function maskName(name: string): string {
  return credentials.mask(cut(name, 80));
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
  // Again as a whole, because a credential may contain a slash.
  return cut(credentials.mask(cut(masked.join('/'), longestText * 4)), longestText);
}

/** Readers learn from the names and attributes of cookies, so only the values are masked. */
export function maskHeader(name: string, value: string): string {
  const known = cut(value, longestHeader);
  if (name === 'cookie') return cookiesIn(known).map(maskCookie).join('; ');
  if (name === 'set-cookie') {
    const [cookie = '', ...attributes] = known.split(';');
    return credentials.mask([maskCookie(cookie.trim()), ...attributes].join(';'));
  }
  if (name === 'authorization') return `${schemeIn(known)}${mask}`;
  return maskNamed(name, value);
}

const longestHeader = 4_000;

/** A learner must see a misspelled scheme, but a long word is rather the beginning of a password. */
function schemeIn(authorization: string): string {
  return /^(?:[a-z]{1,7}|negotiate|privatetoken|scram-sha-\d+)\s/i.exec(authorization)?.[0] ?? '';
}

function cookiesIn(header: string): string[] {
  return header
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie !== '');
}

/** A cookie without a name is all value. */
function maskCookie(cookie: string): string {
  const name = cookie.slice(0, Math.max(0, cookie.indexOf('=')));
  return name === '' ? mask : `${maskName(name)}=${mask}`;
}

/** The headers of a request or a response. One that occurs several times is joined, as browsers show it. */
export function maskHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const masked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers).slice(0, 50)) {
    if (value === undefined) continue;
    const values = Array.isArray(value) ? value : [value];
    masked[maskName(name)] = values.map((one) => maskHeader(name.toLowerCase(), String(one))).join(', ');
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
  if (typeof value === 'number' || typeof value === 'bigint') return credentials.mask(String(value));
  if (typeof value !== 'object') return typeof value;
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid date' : value.toISOString();
  const type = value.constructor?.name;
  const fields = cut(Object.keys(value).map(maskName).join(', '), longestValue);
  return `${type && type !== 'Object' ? `${type} ` : ''}{${fields && ` ${fields} `}}`;
}

/** Deep or long structures are not worth the time of a request. `…` marks a cut, except after 30 properties. */
function maskedValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskText(value, longestValue);
  if (typeof value === 'number') return credentials.mask(String(value)).includes(mask) ? mask : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 4) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, 5).map((item) => maskedValue(item, depth + 1));
    return value.length > items.length ? [...items, `… ${value.length - items.length} more`] : items;
  }
  const entries = Object.entries(value)
    .slice(0, 30)
    .map(([name, inner]) => [
      maskName(name),
      isSecretName(name) && inner !== null && typeof inner !== 'boolean' ? mask : maskedValue(inner, depth + 1),
    ]);
  return Object.fromEntries(entries);
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
