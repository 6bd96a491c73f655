import { createInterface } from 'node:readline';

/** The person at the keyboard, if there is one. */
export class Terminal {
  /** False for a script, whose input is a file, a pipe or nothing at all. */
  get isInteractive(): boolean {
    return process.stdin.isTTY === true;
  }

  /** A remark for people. Standard output is for results only, because another program may read it. */
  note(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  /** Resolves to the line that was typed, or to '' if the input ends before that, as after Ctrl-D. */
  ask(question: string): Promise<string> {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    return new Promise((resolve) => {
      lines.once('close', () => resolve(''));
      lines.question(question, (line) => {
        resolve(line);
        lines.close();
      });
    });
  }
}
