import { renderFailure } from '../failure-view.ts';
import type { FailureParts, SentRequest } from './failure-parts.ts';

/** A check that failed, written for the person who has to act. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure';
  readonly parts: FailureParts;

  constructor(parts: FailureParts) {
    super(renderFailure(parts));
    this.parts = parts;
  }
}

/** The program, or a file of it, does not even start. A check may expect that, so `parts` has all that was printed. */
export class StartFailure extends CheckFailure {
  /** For the learner: the error message first. */
  readonly explanation: FailureParts;
  /** The files, classes and modules that the error is about. */
  readonly about: readonly string[];

  constructor(parts: FailureParts, explanation: FailureParts, about: readonly string[]) {
    super(parts);
    this.explanation = explanation;
    this.about = about;
  }
}

/** Where `npm run chapter` listens, unless another program has the port. */
export function usualAddress(): string {
  return `http://localhost:${process.env.PORT || '3000'}`;
}

/** The request as a command to paste, for the chapter that listens at this address. */
export function curlOf({ method, path, headers, body }: SentRequest, address = usualAddress()): string {
  const words = ['curl', '-i'];
  if (method !== 'GET') words.push('-X', method);
  for (const [name, value] of Object.entries(headers)) words.push('-H', quote(`${name}: ${value}`));
  if (body !== undefined) words.push('-d', quote(shorten(body)));
  return [...words, quote(address + path)].join(' ');
}

/** Thousands of characters can't be pasted, and hide what follows them. */
function shorten(body: string): string {
  return body.length > 2_000 ? `${body.slice(0, 300)}… (${body.length} characters)` : body;
}

function quote(text: string): string {
  return /^[\w:/.=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
