/** Random choices that are the same for the same seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed + 1, 2_654_435_761) ^ 0x9e37_79b9) >>> 0;
    // Seeds that follow one another begin alike.
    for (let turn = 0; turn < 4; turn++) this.#next();
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.#next() * choices.length)]!;
  }

  /** An integer, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1));
  }

  /** Some of them, in another order. */
  some<T>(choices: readonly T[], count: number): T[] {
    const ranked = choices.map((choice) => ({ choice, rank: this.#next() }));
    return ranked
      .sort((a, b) => a.rank - b.rank)
      .slice(0, count)
      .map(({ choice }) => choice);
  }

  /** https://en.wikipedia.org/wiki/Linear_congruential_generator */
  #next(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#state / 2 ** 32;
  }
}
