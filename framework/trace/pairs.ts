import { mask } from './credentials.ts';
import { isSecretName } from './names.ts';

/** A name, perhaps with an index or in quotes, and the separator before its value: `user[token]=`, `"token": `. */
const label = /(?<![\w.-])([\w.-]+(?:\[[\w.-]*\])*)[\]"'\\]*\s*(?:[=:]+>?|%3[ad])\s*/gi;

/** A field of a form with files. */
const formField = /\bname="([^"]*)"[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n/gi;

/** Where a secret value starts and ends in a string. */
export type Range = readonly [start: number, end: number];

/**
 * The values after secret names. A harmless name doesn't consume its value, because a secret may follow in it:
 * `Login failed: password=…`, `https://api.example/?token=…`. In prose, a value without quotes may consist of several words.
 */
export function secretValues(text: string, isProse = false): Range[] {
  const found: Range[] = text.includes('form-data') ? formValues(text) : [];
  if (!/[=:%]/.test(text)) return found;
  let done = 0;
  for (const { index, 0: whole, 1: name } of text.matchAll(label)) {
    if (index < done || !name!.split(/[[\]]/).some(isSecretName)) continue;
    const [start, end] = valueAt(text, index + whole.length);
    if (isHarmless(text.slice(start, end), text.slice(end, end + mask.length + 1))) continue;
    const isWord = start === index + whole.length && text[start] !== '{' && text[start] !== '[';
    done = isProse && isWord && !/[?&]/.test(text[index - 1] ?? '') ? lastWordAfter(text, end) : end;
    found.push([start, done]);
  }
  return found.sort(([a], [b]) => a - b);
}

export function maskPairs(text: string, isProse = true): string {
  let masked = '';
  let done = 0;
  for (const [start, end] of secretValues(text, isProse)) {
    if (start < done) continue;
    masked += text.slice(done, start) + mask;
    done = end;
  }
  return masked + text.slice(done);
}

function formValues(text: string): Range[] {
  const found: Range[] = [];
  for (const { index, 0: whole, 1: name } of text.matchAll(formField)) {
    const start = index + whole.length;
    if (isSecretName(name!)) found.push([start, start + text.slice(start).search(/\r?\n--|$/)]);
  }
  return found;
}

/** Where a value starts and ends: a quoted string, an object or array, or a word. */
function valueAt(text: string, start: number): Range {
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

/** `password=a b c` ends with the line, at a separator, or before the next name. */
function lastWordAfter(text: string, end: number): number {
  const rest = matchAt(/[^\r\n"'`&;,}>]{0,200}/y, text, end)?.[0] ?? '';
  const next = rest.search(/\s[\w.-]+(?:\[[\w.-]*\])*\s*[=:]/);
  return end + (next < 0 ? rest : rest.slice(0, next)).trimEnd().length;
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
  // What SQLite says if a statement goes wrong at a column with such a name.
  if (value === 'syntax' && following.startsWith(' err')) return true;
  return /^(?:Bearer|Basic|Digest)$/i.test(value) && following === ` ${mask}`;
}

function matchAt(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start;
  return pattern.exec(text);
}
