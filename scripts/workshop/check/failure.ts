import { printableLines } from '../../../framework/services/printable.ts';
import { wrap } from '../prose.ts';

/** What a check saw, independent of how it is shown: the terminal, the site and `replay` each draw it their own way. */
export interface FailureParts {
  /** The headline, which states the difference: `Expected status 201, got 200`. */
  problem: string;
  /** The request as a command, to be repeated by hand. */
  curl?: string;
  /** What came back. */
  received?: string;
  /** The former name of `received`, until every chapter uses the new one. */
  answered?: string;
  expected?: string;
  /** The cause, if the failure points to one; several if it may have one of them. */
  cause?: string | readonly string[];
  /** Where in the learner's code it happened, with the lines around it. */
  place?: string;
  /** What the program printed, if that explains the failure. */
  output?: string;
  /** The request itself, for `npm run replay`. */
  request?: SentRequest;
  /** It failed before it came to what it is about: the rule of another check is broken. */
  isPreparation?: boolean;
  /** The rule of a specification that is broken. */
  rule?: CitedRule;
}

export interface CitedRule {
  /** `A5` */
  number: string;
  text: string;
  /** The page that has the rule, below the repository. */
  page: string;
  /** The chapter that taught what it takes, such as `02`. */
  chapter: string;
}

export interface SentRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

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

/**
 * Plain text without colours, and without what a response could do to a terminal. The causes are wrapped to the width;
 * requests and responses are not, so that they can be copied.
 */
export function renderFailure(parts: FailureParts, width = Number.POSITIVE_INFINITY): string {
  const { problem, curl, received = parts.answered, expected, cause = [], place, output, rule } = parts;
  const rows = { request: curl, received, expected, output };
  const facts = Object.entries(rows).flatMap(([label, text]) => (text ? [factOf(label, text.trimEnd(), width)] : []));
  const causes = renderCauses([cause].flat(), width);
  const blocks = [problem, place?.replace(/^(?=.)/gm, '  '), facts.join('\n'), causes, rule && renderRule(rule, width)];
  return printableLines(blocks.filter(Boolean).join('\n\n'));
}

function renderRule({ number, text, page, chapter }: CitedRule, width: number): string {
  const lines = [`Rule ${number}: ${text}`, `Read: ${page}. Chapter ${chapter} taught what it takes.`];
  return lines.map((line) => `  ${wrap(line, width - 2, 2)}`).join('\n');
}

/** One cause is likely. Several are only possible. */
function renderCauses(causes: readonly string[], width: number): string {
  if (causes.length === 0) return '';
  if (causes.length === 1) return `  ${wrap(`Likely cause: ${causes[0]}`, width - 2, 2)}`;
  return ['  Possible causes:', ...causes.map((cause) => `  - ${wrap(cause, width - 4, 4)}`)].join('\n');
}

/** Where `npm run chapter` listens, unless another program has the port. */
export function usualAddress(): string {
  return `http://localhost:${process.env.PORT || '3000'}`;
}

/** What people copy has a line of its own if it would not fit beside its label. */
function factOf(label: string, text: string, width: number): string {
  const aside = ' '.repeat(12);
  const isWide = label === 'request' && text.split('\n').some(({ length }) => length + aside.length > width);
  const indent = isWide ? ' '.repeat(4) : aside;
  return `  ${isWide ? `${label}\n${indent}` : label.padEnd(10)}${text.replaceAll('\n', `\n${indent}`)}`;
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
