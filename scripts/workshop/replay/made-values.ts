import { createHmac } from 'node:crypto';
import type { SentRequest } from '../check/failure.ts';

/** A value that a program made up, and its place in the response: `json.user.id`, `cookie.session_id`. */
export interface MadeValue {
  readonly place: string;
  readonly value: string;
}

const most = 100;

/** Everything in a response that a later request could repeat: ids, tokens, cookies, hidden fields of forms. */
export function valuesOf(headers: Headers, content: string): MadeValue[] {
  const cookies = headers.getSetCookie().map((cookie) => /^([^=;]+)=([^;]*)/.exec(cookie));
  const inputs = [...content.matchAll(/<input\b[^>]*\bname="([^"]+)"[^>]*\bvalue="([^"]+)"/gi)];
  const segments = (headers.get('location') ?? '').split(/[/?&=#]/);
  return [
    ...cookies.map((match) => ({ place: `cookie.${match?.[1]}`, value: match?.[2] ?? '' })),
    ...segments.map((value, index) => ({ place: `location.${index}`, value })),
    ...inputs.map(([, name, value]) => ({ place: `input.${name}`, value: value! })),
    ...leavesOf(parsed(content), 'json'),
  ]
    .filter(({ place, value }) => value.length >= 8 || (value !== '' && /id$|^location/i.test(place)))
    .slice(0, most);
}

function leavesOf(value: unknown, place: string): MadeValue[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ place, value: String(value) }];
  return Object.entries(value ?? {}).flatMap(([key, inner]) => leavesOf(inner, `${place}.${key}`));
}

/** The whole request as one string. */
export function textOf({ path, headers, body }: SentRequest): string {
  return [path, ...Object.values(headers), body ?? ''].join('\n');
}

/** The request with the values that this program made in the place of those that the other one had made. */
export function withValues(
  request: SentRequest,
  values: ReadonlyMap<string, string>,
  secret: string | undefined,
): SentRequest {
  const replace = (text: string) => signAgain(replaceIn(text, values), values, secret);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, replace(value)]));
  return { ...request, path: replace(request.path), headers, body: request.body && replace(request.body) };
}

function replaceIn(text: string, values: ReadonlyMap<string, string>): string {
  const old = [...values.keys()].filter((value) => text.includes(value)).sort((a, b) => b.length - a.length);
  if (old.length === 0) return text;
  // In one pass, so that a new value is never taken for an old one. A short value counts only as a whole path segment or id.
  const patterns = old.map((value) => {
    const quoted = value.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    return value.length >= 8 ? quoted : `(?<=/)${quoted}(?=[/?]|$)|(?<=[iI]d"\\s*:\\s*"?)${quoted}(?="?\\s*[,}])`;
  });
  return text.replace(new RegExp(patterns.join('|'), 'g'), (value) => values.get(value) ?? value);
}

/** Tokens that the check signed itself name users by their ids, so they are signed again. A forged one stays forged. */
function signAgain(text: string, values: ReadonlyMap<string, string>, secret = ''): string {
  return text.replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, (token) => {
    const [header = '', payload = '', signature] = token.split('.');
    const bits = /"alg":"HS(256|384|512)"/.exec(decoded(header))?.[1];
    if (bits === undefined) return token;
    const sign = (signed: string) => createHmac(`sha${bits}`, secret).update(signed).digest('base64url');
    if (signature !== sign(`${header}.${payload}`)) return token;
    const fresh = `${header}.${Buffer.from(replaceIn(decoded(payload), values)).toString('base64url')}`;
    return `${fresh}.${sign(fresh)}`;
  });
}

function decoded(part: string): string {
  return Buffer.from(part, 'base64url').toString();
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
