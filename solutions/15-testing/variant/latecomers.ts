/**
 * Of several requests that arrive at the same time, the first one continues last. The contract doesn't say which of them
 * wins, so tests must pass if it isn't the usual one.
 */
export class Latecomers {
  #requests = 0;

  async goFirst(): Promise<void> {
    this.#requests++;
    if (this.#requests === 1) for (let turn = 0; turn < 300; turn++) await new Promise(setImmediate);
    this.#requests--;
  }
}
