import { createInterface, type Interface } from 'node:readline';
import pc from 'picocolors';
import { fold } from './fold.ts';

/** Where the commands print and read keys. A class of its own, so that tests can replace it. */
export class Terminal {
  readonly isInteractive = process.stdin.isTTY === true && process.stdout.isTTY === true;

  /** In characters. A pipe or a file counts as an ordinary terminal. */
  readonly width: number = process.stdout.columns || 80;

  #alive: NodeJS.Timeout | undefined;
  #input: { reader: Interface; lines: AsyncIterator<string> } | undefined;

  /** A line that is too wide for the terminal is broken between two words. A pipe or a file gets it as it is. */
  print(text: string): void {
    process.stdout.write(`${this.#fitted(text)}\n`);
  }

  /** Says what takes a while to somebody who waits for it. A pipe or a file only gets the result. */
  announce(text: string): void {
    if (this.isInteractive) this.print(pc.dim(text));
  }

  /** Clears the screen first, for views that show one state at a time. */
  redraw(text: string): void {
    process.stdout.write(
      this.isInteractive ? `\x1b[2J\x1b[3J\x1b[H${this.#fitted(text)}\n` : `${this.#fitted(text)}\n`,
    );
  }

  /**
   * Resolves at Ctrl-C. npm passes the signal on although the terminal has already sent it, so two in a row count as
   * one; `onceMore` is called if it comes again later.
   */
  interrupted(onceMore: () => void = () => {}): Promise<void> {
    return new Promise((resolve) => {
      // Waiting for a signal keeps nothing alive.
      this.#alive = setInterval(() => {}, 60_000);
      let first = 0;
      const interrupt = () => {
        this.stopWaiting();
        first ||= performance.now();
        if (performance.now() - first > 500) onceMore();
        resolve();
      };
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
    });
  }

  /** Ends the waiting for Ctrl-C, for a command that ends before it comes. */
  stopWaiting(): void {
    clearInterval(this.#alive);
  }

  /** Calls back for each key, without waiting for Enter if there is a real keyboard. Returns a function that stops it. */
  onKey(press: (key: string) => void): () => void {
    const { stdin } = process;
    const read = (text: string) => {
      for (const key of text) press(key);
    };
    if (stdin.isTTY) stdin.setRawMode(true);
    stdin.setEncoding('utf8').on('data', read).resume();
    return () => {
      if (stdin.isTTY) stdin.setRawMode(false);
      stdin.off('data', read).pause();
    };
  }

  /** Asks for a line. Undefined if there are no more. */
  async ask(prompt: string): Promise<string | undefined> {
    if (this.#input === undefined) {
      // One reader for all lines: those that a pipe delivers at once would be lost with the first.
      const reader = createInterface({ input: process.stdin });
      this.#input = { reader, lines: reader[Symbol.asyncIterator]() };
    }
    process.stdout.write(prompt);
    const { value, done } = await this.#input.lines.next();
    return done ? undefined : value;
  }

  /** Stops asking: an open standard input keeps the process alive. */
  stopAsking(): void {
    this.#input?.reader.close();
    this.#input = undefined;
  }

  #fitted(text: string): string {
    return process.stdout.isTTY === true ? fold(text, this.width) : text;
  }
}
