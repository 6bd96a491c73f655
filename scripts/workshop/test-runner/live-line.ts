/** A line that is replaced while work goes on. Only a terminal shows it: a file or a pipe would collect every version. */
export class LiveLine {
  readonly #stream: NodeJS.WriteStream;
  #shownAt = -Infinity;

  constructor(stream: NodeJS.WriteStream = process.stdout) {
    this.#stream = stream;
  }

  /** At most ten times a second. */
  show(text: string): void {
    if (!this.#stream.isTTY || performance.now() - this.#shownAt < 100) return;
    this.#shownAt = performance.now();
    this.#stream.write(`\r\x1b[K${text.slice(0, (this.#stream.columns || 80) - 1)}`);
  }

  clear(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\x1b[K');
  }
}
