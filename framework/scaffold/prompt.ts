import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';

export interface Question {
  text: string;
  choices?: readonly string[];
  /** Explains what is wrong with an answer; undefined if it is valid. */
  problem?(answer: string): string | undefined;
}

type Terminal<Stream> = Stream & { isTTY?: boolean };

/** Asks questions on a terminal. */
export class Prompt {
  readonly #input: Terminal<Readable>;
  readonly #output: Terminal<Writable>;

  constructor(input: Terminal<Readable> = process.stdin, output: Terminal<Writable> = process.stdout) {
    this.#input = input;
    this.#output = output;
  }

  /** False in a pipe or a CI job, where nobody would answer and a question would wait forever. */
  get isPossible(): boolean {
    return this.#input.isTTY === true && this.#output.isTTY === true;
  }

  /** Repeats the question until the answer is valid. */
  async ask({ text, choices, problem }: Question): Promise<string> {
    const lines = createInterface({ input: this.#input, output: this.#output });
    const cancelled = new AbortController();
    for (const event of ['SIGINT', 'close'] as const) lines.once(event, () => cancelled.abort());
    try {
      for (;;) {
        const hint = choices === undefined ? '' : ` (${choices.join(', ')})`;
        const answer = (await lines.question(`${text}${hint}: `, { signal: cancelled.signal })).trim();
        const wrong = wrongChoice(answer, choices) ?? problem?.(answer);
        if (wrong === undefined) return answer;
        this.#output.write(`${wrong}\n`);
      }
    } catch (error) {
      if (!cancelled.signal.aborted) throw error;
      throw new Error('Cancelled. Nothing was written.');
    } finally {
      lines.close();
    }
  }
}

function wrongChoice(answer: string, choices: readonly string[] = [answer]): string | undefined {
  if (answer === '') return 'Enter a value, or press Ctrl-C to cancel.';
  return choices.includes(answer) ? undefined : `Enter one of: ${choices.join(', ')}.`;
}
