import { createHmac } from 'node:crypto';
import type { SentRequest } from '../check/failure.ts';

/** A value of an answer, and where it stands there: `['json', 'user', 'id']`, `['cookie', 'session_id']`. */
export interface Found {
  readonly place: readonly string[];
  readonly value: string;
}

/** No answer of a check is that large; one that is shall not take all day. */
const mostValues = 500;

/** Everything in an answer that a later request could repeat: identifiers, tokens, cookies, hidden fields of forms. */
export function valuesOf(headers: Headers, content: string): Found[] {
  const found: Found[] = [];
  for (const cookie of headers.getSetCookie()) {
    const [, name, value] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? [];
    if (name !== undefined) found.push({ place: ['cookie', name], value: value! });
  }
  for (const [index, value] of (headers.get('location') ?? '').split(/[/?&=#]/).entries()) {
    found.push({ place: ['location', String(index)], value });
  }
  const type = headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) collect(parsed(content), ['json'], found);
  else if (type.startsWith('text/html')) found.push(...inputsOf(content));
  return found.slice(0, mostValues).filter(isWorthCarrying);
}

/** Short values stand in an answer for many reasons. Only where it calls one an id is it meant when a request repeats it. */
function isWorthCarrying({ place, value }: Found): boolean {
  return value.length >= 8 || (value !== '' && /id$/i.test(place.at(-1)!)) || (value !== '' && place[0] === 'location');
}

function collect(value: unknown, place: string[], found: Found[]): void {
  if (found.length >= mostValues) return;
  if (typeof value === 'string' || typeof value === 'number') found.push({ place, value: String(value) });
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) collect(inner, [...place, key], found);
  }
}

function inputsOf(page: string): Found[] {
  return [...page.matchAll(/<input\b[^>]*>/gi)].flatMap(([tag]) => {
    const name = /\bname="([^"]+)"/.exec(tag)?.[1];
    const value = /\bvalue="([^"]+)"/.exec(tag)?.[1];
    return name === undefined || value === undefined ? [] : [{ place: ['input', name], value }];
  });
}

/** Whether a request has the value somewhere: in its path, its headers, its body, or inside of a token that it carries. */
export function mentions(request: SentRequest, value: string): boolean {
  return textsOf(request).some(
    (text) =>
      (text.includes(value) && patternOf([value]).test(text)) ||
      tokensIn(text).some((token) => payloadOf(token).includes(JSON.stringify(value))),
  );
}

/** The request as it would have been, had the program made these other values. */
export function carry(
  request: SentRequest,
  values: ReadonlyMap<string, string>,
  secret: string | undefined,
): SentRequest {
  if (values.size === 0) return request;
  const replace = (text: string) => replaceIn(text, values, secret);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, replace(value)]));
  const carried: SentRequest = { ...request, path: replace(request.path), headers };
  if (request.body !== undefined) carried.body = replace(request.body);
  return carried;
}

function textsOf({ path, headers, body }: SentRequest): string[] {
  return [path, ...Object.values(headers), body ?? ''];
}

function replaceIn(text: string, values: ReadonlyMap<string, string>, secret: string | undefined): string {
  // All at once: what has been put in must not be taken for something old.
  const old = [...values.keys()].filter((value) => text.includes(value));
  const replaced = old.length === 0 ? text : text.replace(patternOf(old), (value) => values.get(value) ?? value);
  if (secret === undefined) return replaced;
  // What the check itself has signed names users by their ids: it is signed anew.
  return replaced.replace(tokenPattern, (token) => signAgain(token, values, secret) ?? token);
}

/** A long value is itself wherever it stands whole; a short one only as a segment of a path, or in a field that is an id. */
function patternOf(values: readonly string[]): RegExp {
  const patterns = [...values]
    .sort((a, b) => b.length - a.length)
    .map((value) => {
      const text = value.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
      if (value.length >= 8) return `(?<![\\w-])${text}(?![\\w-])`;
      return `(?<=^/(?:[^?]*/)?)${text}(?=[/?]|$)|(?<=[iI]d"\\s*:\\s*"?)${text}(?="?\\s*[,}])`;
    });
  return new RegExp(patterns.join('|'), 'g');
}

const tokenPattern = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;

function tokensIn(text: string): string[] {
  return text.match(tokenPattern) ?? [];
}

function payloadOf(token: string): string {
  return Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
}

const hashes: Readonly<Record<string, string>> = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' };

/** Only where we could have signed the token in the first place: a forged one has to stay forged. */
function signAgain(token: string, values: ReadonlyMap<string, string>, secret: string): string | undefined {
  const [header = '', payload = '', signature] = token.split('.');
  const { alg } = (parsed(Buffer.from(header, 'base64url').toString()) ?? {}) as { alg?: string };
  const hash = hashes[alg ?? ''];
  if (hash === undefined) return undefined;
  const sign = (text: string) => createHmac(hash, secret).update(text).digest('base64url');
  if (signature !== sign(`${header}.${payload}`)) return undefined;
  let claims = Buffer.from(payload, 'base64url').toString();
  for (const [old, fresh] of values) claims = claims.replaceAll(JSON.stringify(old), JSON.stringify(fresh));
  const text = `${header}.${Buffer.from(claims).toString('base64url')}`;
  return `${text}.${sign(text)}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
