import type { Alternative } from '#check';

export default {
  summary: 'All gifts have one lock.',
  step: 4,
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
      replace: `    return this.locks.with('points', by, async () => {
      const left = (await this.of(from)) - points;
      return left < 0 ? 'poor' : this.#move(from, left, to, points);
    });
`,
    },
  ],
} satisfies Alternative;
