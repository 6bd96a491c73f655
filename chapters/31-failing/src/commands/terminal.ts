import { createInterface } from 'node:readline';

/** The person at the keyboard, if there is one. */
export class Terminal {
  /** False for a script, whose input is a file, a pipe or nothing at all. */
  get isInteractive(): boolean {
    return process.stdin.isTTY === true;
  }

  /** A remark for people. Standard output is for results only, because another program may read it. */
  note(text: string): void {
    process.stderr.write(`${escaped(text)}\n`);
  }

  /** JSON that a terminal shows and doesn't obey: `JSON.stringify` leaves some control characters as they are. */
  json(value: unknown): string {
    return escaped(JSON.stringify(value));
  }

  /** Resolves to the line that was typed, or to '' if the input ends before that, as after Ctrl-D. */
  ask(question: string): Promise<string> {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    return new Promise((resolve) => {
      lines.once('close', () => resolve(''));
      lines.question(escaped(question), (line) => {
        resolve(line);
        lines.close();
      });
    });
  }
}

/** Users choose their names and titles, and a control character in one of them could rewrite what is on the screen. */
function escaped(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
