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

/** A check that did not hold, written for the person who has to act. */
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

/** The request as a line to paste. The port is the one that `npm run chapter` uses. */
export function curlOf({ method, path, headers, body }: SentRequest): string {
  const port = process.env.PORT || '3000';
  const words = ['curl', '-i'];
  if (method !== 'GET') words.push('-X', method);
  for (const [name, value] of Object.entries(headers)) words.push('-H', quote(`${name}: ${value}`));
  if (body !== undefined) words.push('-d', quote(shorten(body)));
  return [...words, quote(`http://localhost:${port}${path}`)].join(' ');
}

/** A line of thousands of characters is nothing to paste, and hides what stands below it. */
function shorten(body: string): string {
  return body.length > 2_000 ? `${body.slice(0, 300)}… (${body.length} characters)` : body;
}

function quote(text: string): string {
  return /^[\w:/.=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
