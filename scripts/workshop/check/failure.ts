/** What a check saw, kept apart from how it is shown: the terminal, the site and `replay` each draw it their way. */
export interface FailureParts {
  /** One sentence: what went wrong. */
  problem: string;
  /** The request, to be repeated by hand. */
  curl?: string;
  /** What came back. */
  answered?: string;
  expected?: string;
  /** The likely cause, and what to do. */
  cause?: string;
  /** What the program printed, where it explains the failure. */
  output?: string;
  /** The request itself, for `npm run replay`. */
  request?: SentRequest;
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

/** Plain text, without colours: the same words everywhere. */
export function renderFailure({ problem, curl, answered, expected, cause, output }: FailureParts): string {
  const rows = [
    problem,
    curl && `  request   ${curl}`,
    answered && `  answered  ${indent(answered)}`,
    expected && `  expected  ${indent(expected)}`,
    output && `  it said   ${indent(output)}`,
    cause && `  Likely cause: ${cause}`,
  ];
  return rows.filter(Boolean).join('\n');
}

function indent(text: string): string {
  return text.trimEnd().split('\n').join('\n            ');
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
