import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';

/** The words that the current work has used. */
const used = new AsyncLocalStorage<string[]>();

let draw: (size: number) => Buffer = randomBytes;

/** Values that a program can't have guessed. */
export const random = {
  /** A lower-case word, usable as a path segment. */
  word: (): string => {
    const word = `w${draw(5).toString('hex')}`;
    used.getStore()?.push(word);
    return word;
  },
  number: (): number => 1_000 + (draw(4).readUInt32BE() % 999_000),
  email: (): string => `${random.word()}@example.com`,
  sentence: (): string => `${random.word()} ${random.word()} ${random.word()}`,
};

/** Runs the work, and adds every word that it uses to the list. */
export function noteWords<T>(words: string[], work: () => Promise<T>): Promise<T> {
  return used.run(words, work);
}

/** While the work runs, the values follow from the seed: two runs of the same checks send the same requests. */
export async function withSeed<T>(seed: string, work: () => Promise<T>): Promise<T> {
  let count = 0;
  draw = (size) => createHash('sha256').update(`${seed} ${count++}`).digest().subarray(0, size);
  try {
    return await work();
  } finally {
    draw = randomBytes;
  }
}
