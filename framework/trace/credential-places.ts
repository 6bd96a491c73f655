import { types } from 'node:util';
import { credentials } from './credentials.ts';
import { looksSecret } from './forms.ts';
import { isSecretName } from './names.ts';
import { secretValues } from './pairs.ts';

/** Who says that it is a credential: the client that sent it, or the program that issued it or put it into the context. */
export type Origin = 'sent' | 'issued';

/** Longer bodies aren't worth the time of a request: of those, only the beginning is searched. */
const longestJson = 200_000;
const longestText = 50_000;
const maxFields = 2_000;
const maxDepth = 8;

/** Remembers the credentials in headers, and in the URLs that some of them contain. */
export function rememberHeaders(headers: Readonly<Record<string, unknown>>, origin: Origin): void {
  for (const [name, value] of Object.entries(headers)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one === 'string') rememberHeader(name.toLowerCase(), one, origin);
    }
  }
}

function rememberHeader(name: string, value: string, origin: Origin): void {
  if (name === 'cookie') for (const cookie of value.split(';')) rememberCookie(cookie, origin);
  else if (name === 'set-cookie') rememberCookie(value.split(';', 1)[0]!, origin);
  else if (name.endsWith('authorization')) rememberAuthorization(value, origin);
  else rememberField(name, value, origin);
}

/** A cookie may also be a setting or a message to the user. Under such a name, only a random value is a credential. */
function rememberCookie(cookie: string, origin: Origin): void {
  const equals = cookie.indexOf('=');
  const [name, value] = [cookie.slice(0, Math.max(0, equals)).trim(), cookie.slice(equals + 1).trim()];
  const content = decoded(value.replace(/^"(.*)"$/, '$1'));
  if (name === '' || isSecretName(name) || looksSecret(content) || randomId.test(content)) {
    credentials.remember(content, origin);
    credentials.remember(value, origin);
  }
}

const randomId = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

const knownScheme = /^(?:basic|bearer|digest|dpop|negotiate|oauth|token|apikey|key|jwt|scram-.*)$/i;

function rememberAuthorization(value: string, origin: Origin): void {
  const [, scheme = '', rest = value] = /^([\w-]+)\s+(.*)$/s.exec(value.trim()) ?? [];
  // Without a scheme, it is a credential from the first character on.
  if (!knownScheme.test(scheme)) credentials.remember(value, origin);
  // `Digest username="…", response="…"`: the name of a user isn't a credential.
  if (/^\w+\s*=\s*"/.test(rest)) {
    for (const [, name, quoted] of rest.matchAll(/(\w+)\s*=\s*"([^"]*)"/g)) {
      if (/^(?:c?nonce|response|signature|token|credential|mac)$/i.test(name!)) credentials.remember(quoted!, origin);
    }
    return;
  }
  credentials.remember(rest, origin);
  if (scheme.toLowerCase() !== 'basic') return;
  const password = /^[^:]*:(.*)$/s.exec(Buffer.from(rest, 'base64').toString())?.[1];
  if (password !== undefined) credentials.remember(password, origin);
}

/** Remembers a body: JSON if it can be parsed, and else what looks like a name with its value. */
export function rememberBody(text: string, origin: Origin): void {
  const parsed = text.length > longestJson ? undefined : parse(text);
  if (parsed === undefined) rememberText(text.slice(0, longestText), origin);
  else rememberFields(parsed, origin);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Remembers the values after secret names, such as those of a target that can't be parsed. */
export function rememberText(text: string, origin: Origin): void {
  for (const [start, end] of secretValues(text)) {
    const value = text.slice(start, end);
    credentials.remember(value, origin);
    if (value.includes('\\')) credentials.remember(String(parse(`"${value}"`) ?? value), origin);
    if (/[%+]/.test(value)) credentials.remember(decoded(value.replaceAll('+', ' ')), origin);
  }
}

/** Remembers the values of secret names at any depth, in a query, parameters, a body or the context. */
export function rememberFields(value: unknown, origin: Origin, name = ''): void {
  let left = maxFields;
  const visit = (inner: unknown, under: string, depth: number): void => {
    if (left-- <= 0) return;
    if (typeof inner === 'string') rememberField(under, inner, origin);
    if (typeof inner === 'number' || typeof inner === 'bigint') rememberField(under, String(inner), origin);
    if (typeof inner !== 'object' || inner === null || depth === maxDepth) return;
    for (const [key, field] of ownFields(inner)) {
      // What is in an array has its name. `session: { id }` is a session id.
      const isPart = Array.isArray(inner) || (/^(?:id|value)$/.test(key) && isSecretName(`${under}_${key}`));
      visit(field, isPart ? under : key, depth + 1);
    }
  };
  visit(value, name, 0);
}

function rememberField(name: string, value: string, origin: Origin): void {
  // The `key` of a setting is a word, and an API key is not.
  const isLookup = name.toLowerCase() === 'key' && /^[a-z]+(?:[._:-][a-z]+)*$/i.test(value);
  if ((isSecretName(name) && !isLookup) || looksSecret(value)) credentials.remember(value, origin);
  else if (value.includes('=')) rememberUrl(value.slice(0, 4_000), origin);
}

/** A link to a page may contain a credential in its query. */
function rememberUrl(text: string, origin: Origin): void {
  for (const [, name, value] of text.matchAll(/[?&#]([\w.[\]-]{1,80})=([^\s&#"'<>]+)/g)) {
    if (name!.split(/[[\]]/).some(isSecretName)) credentials.remember(decoded(value!), origin);
  }
}

/** Neither getters nor proxies: observing a value must not run code of the program. Nor the bytes of a buffer. */
function ownFields(value: object): [string, unknown][] {
  if (types.isProxy(value) || ArrayBuffer.isView(value)) return [];
  if (Array.isArray(value)) return value.slice(0, maxFields).map((item) => ['', item]);
  const keys = Object.keys(value).slice(0, maxFields);
  return keys.map((key) => [key, Object.getOwnPropertyDescriptor(value, key)?.value]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
