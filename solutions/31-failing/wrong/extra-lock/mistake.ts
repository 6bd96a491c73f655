import type { Mistake } from '#check';

export default {
  summary:
    'Each pair of readers has a lock of its own beside those of giver and receiver, which keeps two apart and not five.',
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
      replace: `    return this.locks.with([from, to].sort().join(), by, () =>
      this.locks.with(from, by, async () => {
        const left = (await this.of(from)) - points;
        if (left < 0) return 'poor';
        return this.locks.with(to, by, () => this.#move(from, left, to, points));
      }),
    );
`,
    },
  ],
  fails: {
    'readers who thank each other at the same moment all get a response': 'the five readers in a circle did not',
  },
} satisfies Mistake;
