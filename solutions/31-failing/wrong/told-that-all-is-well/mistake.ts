import type { Mistake } from '#check';

export default {
  summary: 'A gift that has waited for 0.7 seconds is given up, and its reader gets a 200.',
  edits: [
    {
      file: 'points/points.service.ts',
      find: `    // In the same order for everybody, in both directions. Then nobody who waits for the second lock has a first one that the
    // holder of the second still needs.
    const [first, second] = [from, to].sort() as [string, string];
    return this.locks.with(first, by, () =>
      this.locks.with(second, by, async () => {
        const left = (await this.of(from)) - points;
        return left < 0 ? 'poor' : this.#move(from, left, to, points);
      }),
    );
`,
      replace: `    return this.locks.with(from, by, async () => {
      const left = (await this.of(from)) - points;
      if (left < 0) return 'poor';
      return Promise.race([this.locks.with(to, by, () => this.#move(from, left, to, points)), new Promise<number>((resolve) => setTimeout(resolve, 700, left))]);
    });
`,
    },
  ],
  fails: { 'readers who thank each other at the same moment all get a response': 'gets a 200 all the same' },
} satisfies Mistake;
