/** What a test process tells the runner, one JSON line each, in the order in which it happens. */
export type Message =
  | { type: 'file'; file: string }
  | { type: 'running'; test: string }
  | { type: 'passed'; test: string }
  | { type: 'skipped'; test: string; reason: string }
  /** Without `test`, it is the file as a whole that failed. */
  | { type: 'failed'; test?: string; error: string }
  | { type: 'ended'; seconds: number };

/**
 * The file descriptor that carries the messages. A pipe of its own, written synchronously: a test may print what it
 * likes, and `process.exit()` loses nothing.
 */
export const MESSAGES_FD = 3;

/** Written to stdout and stderr before each file, so that what is printed can be told apart by file. */
export function outputMark(index: number): string {
  return `\n--- workshop test file ${index} ---\n`;
}

/** What was printed, as pairs of a file's index and a text. */
export function splitOutput(text: string): [index: number, text: string][] {
  const [, ...pieces] = text.split(/\n--- workshop test file (\d+) ---\n/);
  const output: [number, string][] = [];
  for (let i = 0; i < pieces.length; i += 2) output.push([Number(pieces[i]), pieces[i + 1]!]);
  return output;
}
