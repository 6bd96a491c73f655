import type { CheckedResponse } from '../check/checked-response.ts';
import type { Person } from './api.ts';

/** A response without what differs from one person and moment to the next. */
export interface Told {
  readonly text: string;
}

const headers = ['set-cookie', 'location', 'www-authenticate', 'cache-control', 'retry-after'];

/** What `random.word()` returns. */
const words = /\bw[0-9a-f]{10}\b/g;

/** Signed ones. */
export const tokens = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g;

/** Random ones, ids included. */
export const secrets = /(?<![\w-])[\w-]{32,}(?![\w-])/g;

/** Of a cookie, however they are encoded. */
const cookieValues = /=[^;,\s]{20,}(?=[;,]|$)/g;

/** Whatever is new in each response. Longer patterns first: one may contain what looks like something else. */
const fresh: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '‹uuid›'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z|\b\d{10}(\.\d+)?\b/g, '‹time›'],
  [secrets, '‹secret›'],
  [words, '‹word›'],
];

/** `own` are the words of this person. `isShared`: the response contains what others have written, so only its form counts. */
export function told(
  response: CheckedResponse,
  { marks }: Person,
  own: readonly string[] = [],
  isShared = false,
): Told {
  const { code, content } = response;
  const body = isShared ? formOf(content) : content;
  const lines = headers.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [`${name}: ${value.replaceAll(cookieValues, '=‹secret›')}`];
  });
  let text = [String(code), ...lines, body]
    .join('\n')
    .replaceAll(tokens, (token) => `‹token with ${payloadOf(token)}›`);
  for (const [name, value] of Object.entries(marks)) text = text.replaceAll(value, `‹own ${name}›`);
  for (const word of own) text = text.replaceAll(word, '‹own word›');
  for (const [pattern, word] of fresh) text = text.replaceAll(pattern, word);
  return { text };
}

/** What a token says, as anybody can read it: whose it is must not differ. */
function payloadOf(token: string): string {
  return Buffer.from(token.split('.')[1]!, 'base64url').toString();
}

export function alike(one: Told, other: Told): boolean {
  return one.text === other.text;
}

/** The keys of an object, or of the first entry of an array. */
function formOf(content: string): string {
  try {
    const value: unknown = JSON.parse(content);
    const one = Array.isArray(value) ? value[0] : value;
    return one !== null && typeof one === 'object' ? Object.keys(one).sort().join(', ') : typeof value;
  } catch {
    return content.replaceAll(/>[^<]*</g, '><').slice(0, 2_000);
  }
}
