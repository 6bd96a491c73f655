import { createHash, randomBytes } from 'node:crypto';

let draw: (size: number) => Buffer = randomBytes;

/** Values that a program can't have guessed. */
export const random = {
  /** A lower-case word, usable as a path segment. */
  word: (): string => `w${draw(5).toString('hex')}`,
  number: (): number => 1_000 + (draw(4).readUInt32BE() % 999_000),
  email: (): string => `${random.word()}@example.com`,
  sentence: (): string => `${random.word()} ${random.word()} ${random.word()}`,
};

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
