import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';

export interface Question {
  text: string;
  choices?: readonly string[];
  /** Why an answer will not do. */
  refuse?(answer: string): string | undefined;
}

type Terminal<Stream> = Stream & { isTTY?: boolean };

/** Asks the person at the keyboard, if there is one. */
export class Prompt {
  readonly #input: Terminal<Readable>;
  readonly #output: Terminal<Writable>;

  constructor(input: Terminal<Readable> = process.stdin, output: Terminal<Writable> = process.stdout) {
    this.#input = input;
    this.#output = output;
  }

  /** In a pipe or in a build nobody would answer, and a question would wait for ever. */
  get isPossible(): boolean {
    return this.#input.isTTY === true && this.#output.isTTY === true;
  }

  /** Asks until the answer will do. */
  async ask({ text, choices, refuse }: Question): Promise<string> {
    const lines = createInterface({ input: this.#input, output: this.#output });
    const cancelled = new AbortController();
    for (const event of ['SIGINT', 'close'] as const) lines.once(event, () => cancelled.abort());
    try {
      for (;;) {
        const hint = choices === undefined ? '' : ` (${choices.join(', ')})`;
        const answer = (await lines.question(`${text}${hint}: `, { signal: cancelled.signal })).trim();
        const problem = answer === '' ? 'Please type something, or Ctrl-C to leave.' : whyNot(answer, choices, refuse);
        if (problem === undefined) return answer;
        this.#output.write(`${problem}\n`);
      }
    } catch (error) {
      if (!cancelled.signal.aborted) throw error;
      throw new Error('Cancelled. Nothing was written.');
    } finally {
      lines.close();
    }
  }
}

function whyNot(answer: string, choices: Question['choices'], refuse: Question['refuse']): string | undefined {
  if (choices !== undefined && !choices.includes(answer)) return `Please type one of ${choices.join(', ')}.`;
  return refuse?.(answer);
}
