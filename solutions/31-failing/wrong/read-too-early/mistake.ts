import type { Mistake } from '#check';

export default {
  summary: 'The locks are taken in the same order, and the balance is still read between the two.',
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
      replace: `    const [first, second] = [from, to].sort() as [string, string];
    return this.locks.with(first, by, async () => {
      const left = (await this.of(from)) - points;
      if (left < 0) return 'poor';
      return this.locks.with(second, by, () => this.#move(from, left, to, points));
    });
`,
    },
  ],
  fails: {
    'no points are lost, and nobody gives more than they have': 'balance of the giver is read',
  },
  mayFail: ['readers who thank each other at the same moment all get a response'],
} satisfies Mistake;
