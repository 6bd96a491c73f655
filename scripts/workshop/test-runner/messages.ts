/** The messages from a test process to the runner: one JSON object per line, in the order of the events. */
export type Message =
  | { type: 'file'; file: string }
  | { type: 'running'; test: string }
  | { type: 'passed'; test: string }
  | { type: 'skipped'; test: string; reason: string }
  /** Without `test`, the file as a whole failed. */
  | { type: 'failed'; test?: string; error: string }
  | { type: 'ended'; seconds: number };

/**
 * The file descriptor that carries the messages. It is a separate pipe, so a test may print anything, and it is written
 * synchronously, so `process.exit()` loses nothing.
 */
export const MESSAGES_FD = 3;

/** Written to stdout and stderr before each file, so that the output can be assigned to its file. */
export function outputMark(index: number): string {
  return `\n--- workshop test file ${index} ---\n`;
}

/** Splits the output into pairs: the index of a file, and what the file printed. */
export function splitOutput(text: string): [index: number, text: string][] {
  const [, ...pieces] = text.split(/\n--- workshop test file (\d+) ---\n/);
  const output: [number, string][] = [];
  for (let i = 0; i < pieces.length; i += 2) output.push([Number(pieces[i]), pieces[i + 1]!]);
  return output;
}
