import { Vocabulary } from './vocabulary.ts';

/** Replaces a secret. */
export const mask = '•••';

/** Of a credential, this many characters in a row are recognised. Fewer don't help an attacker, and occur by chance. */
const partLength = 8;

/** Shorter values occur everywhere, so that they are only masked where their name says what they are. */
const shortest = 6;

/** A cookie has at most 4,096 bytes. Of a longer value, only the beginning is recognised. */
const longest = 4_096;

/** How many parts are kept before older ones are forgotten: those of 2,000 random UUIDs, or of 200 long tokens. */
const maxParts = 60_000;

/** An id that sorts by time: version 1, 6 or 7. */
const timeSortedId = /^[\da-f]{8}-[\da-f]{4}-[167][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** What such an id has in common with all others of its time, even if it is only a part of a credential. */
const timestamp = /[\da-f]{8}-[\da-f]{4}-[167][\da-f]{3}-[89ab][\da-f]{3}-/g;

/**
 * The credentials that a program has seen, to recognise them wherever they appear again. They are kept in memory as they are:
 * a hash of eight characters is guessed quickly, and would protect nothing.
 */
export class Credentials {
  /** Words that are never masked. */
  readonly vocabulary = new Vocabulary();
  /** When the first generation is full, it becomes the second, and the former second one is forgotten. */
  #recent = new Generation();
  #older = new Generation();
  /** Grows with every new credential. */
  count = 0;

  /**
   * What a client sends as a credential may be anything, even the id of a post. An id that sorts by time is only taken for a
   * credential if the program has `issued` it as one.
   */
  remember(value: string, origin: 'sent' | 'issued'): void {
    const secret = value.slice(0, longest);
    const isWord = secret.length < partLength && /^\p{L}*$/u.test(secret);
    if (secret.length < shortest || isWord || this.#recent.has(folded(secret))) return;
    if (timeSortedId.test(secret) && origin === 'sent') return;
    if (this.#recent.size >= maxParts) {
      this.#older = this.#recent;
      this.#recent = new Generation();
    }
    this.count++;
    for (const form of formsOf(secret)) this.#recent.add(folded(form));
  }

  /** Masks what is known, as it is or percent-encoded. If it was encoded, the rest of the string is decoded as well. */
  mask(text: string): string {
    if (text.length < shortest || this.#recent.size + this.#older.size === 0) return text;
    let masked = this.#maskPlain(text);
    if (!/[%+]/.test(masked)) return masked;
    for (const decode of [decodedPercents, decodedForm]) {
      const decoded = decode(masked);
      const found = this.#maskPlain(decoded);
      if (found !== decoded) masked = found;
    }
    return masked;
  }

  #maskPlain(text: string): string {
    let masked = '';
    let done = 0;
    for (const [start, end] of this.#rangesIn(folded(text))) {
      if (this.vocabulary.covers(text.slice(start, end))) continue;
      masked += text.slice(done, start) + mask;
      done = end;
    }
    return masked + text.slice(done);
  }

  /** Where known parts are. Those that overlap or touch are one range. */
  #rangesIn(text: string): [start: number, end: number][] {
    const ranges: [number, number][] = [];
    const hash = new RollingHash();
    for (let at = 0; at + shortest <= text.length; at++) {
      const digest = hash.at(text, at);
      const length = Math.max(this.#recent.lengthAt(text, at, digest), this.#older.lengthAt(text, at, digest));
      if (length === 0) continue;
      const last = ranges.at(-1);
      if (last !== undefined && at <= last[1]) last[1] = Math.max(last[1], at + length);
      else ranges.push([at, at + length]);
    }
    return ranges;
  }
}

/** Credentials that were seen in about the same time, and are forgotten together. */
class Generation {
  readonly #known = new Set<string>();
  /** Every part of the longer ones. */
  readonly #parts = new Set<string>();
  /** One bit for the hash of each part. Asking for a bit is ten times faster than asking for a string. */
  readonly #filter = new Uint32Array(2 ** 15);
  /** Those that are only recognised as a whole, between other characters than letters and digits, by their length. */
  readonly #whole = new Map<number, Set<string>>();

  get size(): number {
    return this.#parts.size + this.#known.size;
  }

  has(secret: string): boolean {
    return this.#known.has(secret);
  }

  add(secret: string): void {
    this.#known.add(secret);
    if (secret.length < partLength || timeSortedId.test(secret)) {
      const whole = this.#whole.get(secret.length) ?? new Set();
      this.#whole.set(secret.length, whole.add(secret));
      return;
    }
    const hash = new RollingHash();
    const times = [...secret.matchAll(timestamp)].map(({ index, 0: time }) => [index, index + time.length] as const);
    for (let at = 0; at + partLength <= secret.length; at++) {
      const part = secret.slice(at, at + partLength);
      const digest = hash.at(secret, at);
      if (isUniform(part) || times.some(([start, end]) => at >= start && at + partLength <= end)) continue;
      this.#parts.add(part);
      this.#filter[digest >>> 17]! |= 1 << ((digest >>> 12) & 31);
    }
  }

  /** The length of what is known at this place of a string, or 0. */
  lengthAt(text: string, at: number, digest: number): number {
    const isLikely = (this.#filter[digest >>> 17]! >>> ((digest >>> 12) & 31)) & 1;
    if (isLikely && this.#parts.has(text.slice(at, at + partLength))) return partLength;
    return this.#whole.size === 0 || isWordCharacter(text, at - 1) ? 0 : this.#wholeAt(text, at);
  }

  #wholeAt(text: string, at: number): number {
    let found = 0;
    for (const [length, secrets] of this.#whole) {
      if (length <= found || isWordCharacter(text, at + length)) continue;
      if (secrets.has(text.slice(at, at + length))) found = length;
    }
    return found;
  }
}

/** The hash of the characters at one place after another of a string, each computed from the one before. */
class RollingHash {
  #hash = 0;
  #end = 0;

  at(text: string, at: number): number {
    while (this.#end < at + partLength) {
      const leaving = this.#end < partLength ? 0 : text.charCodeAt(this.#end - partLength);
      // Characters after the end of a string are NaN, which counts as 0.
      const entering = text.charCodeAt(this.#end++) | 0;
      this.#hash = (Math.imul(this.#hash, factor) + entering - Math.imul(leaving, leavingFactor)) | 0;
    }
    return Math.imul(this.#hash, 0x9e3779b1);
  }
}

/** Any odd number with many bits. */
const factor = 0x01000193;
const leavingFactor = Array.from({ length: partLength }).reduce<number>((power) => Math.imul(power, factor), 1);

/** `--------` and `00000000` are in many other strings, and reveal nothing. */
function isUniform(part: string): boolean {
  return /^(.)\1*(?:(.)(?:\1|\2)*)?$/su.test(part);
}

function isWordCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code > 127) return /[\p{L}\p{N}]/u.test(text.charAt(at));
  // What is compared with isn't uppercase any more.
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

/** As it is, as JSON writes it, and, unless it is ASCII, with escapes and as Node reads it in a header. */
function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  if (!/[^ -~]/.test(json)) return json === secret ? [secret] : [secret, json];
  const escaped = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [secret, json, escaped, Buffer.from(secret).toString('latin1')];
}

/** A program may change the case, and Node does so in the names of headers. `İ` is the only letter that gets longer. */
function folded(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase();
}

/** Unlike `decodeURIComponent`, it accepts any string. */
function decodedPercents(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString());
}

/** In a form, a space is written as `+`. */
function decodedForm(text: string): string {
  return decodedPercents(text.replaceAll('+', ' '));
}

/** Of this process: a credential may be issued by one application and sent to another. */
export const credentials = new Credentials();
