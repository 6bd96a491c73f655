/** Where the commands print and read keys. A class of its own, so that tests can put a listening one in its place. */
export class Terminal {
  readonly isInteractive = process.stdin.isTTY === true && process.stdout.isTTY === true;

  /** In characters; of a pipe or a file, that of an ordinary terminal. */
  readonly width: number = process.stdout.columns || 80;

  print(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  /** Over the screen that is there, for views that show one state at a time. */
  redraw(text: string): void {
    process.stdout.write(this.isInteractive ? `\x1b[2J\x1b[3J\x1b[H${text}\n` : `${text}\n`);
  }

  /** Calls back for each key, without waiting for Enter where there is a real keyboard. Gives the way to stop it. */
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
}
