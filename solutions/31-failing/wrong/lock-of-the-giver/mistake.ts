import type { Mistake } from '#check';

export default {
  summary: 'A gift only has the lock of its giver.',
  edits: [
    {
      file: 'points/points.service.ts',
      find: `    const [first, second] = [from, to].sort() as [string, string];
    return this.locks.with(first, by, () =>
      this.locks.with(second, by, async () => {
        const left = (await this.of(from)) - points;
        return left < 0 ? 'poor' : this.#move(from, left, to, points);
      }),
    );
`,
      replace: `    return this.locks.with(from, by, async () => {
      const left = (await this.of(from)) - points;
      return left < 0 ? 'poor' : this.#move(from, left, to, points);
    });
`,
    },
  ],
  fails: {
    'no points are lost, and nobody gives more than they have': 'the second one overwrites the first',
  },
  mayFail: ['readers who thank each other at the same moment all get a response'],
} satisfies Mistake;
