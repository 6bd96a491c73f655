import type { Mistake } from '#check';

export default {
  summary: 'Whoever has a lock that somebody wants is not waited for: the gift is refused.',
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
      if (left < 0) return 'poor';
      if (this.locks.isHeld(to)) throw new HttpError(503);
      return this.locks.with(to, by, () => this.#move(from, left, to, points));
    });
`,
    },
    {
      file: 'points/points.service.ts',
      find: `import { Database, inject, Log } from 'trellis';`,
      replace: `import { Database, HttpError, inject, Log } from 'trellis';`,
    },
    {
      file: 'points/locks.ts',
      find: `  /** Does the work as soon`,
      replace: `  isHeld(name: string): boolean {
    return this.#held.has(name);
  }

  /** Does the work as soon`,
    },
  ],
  fails: {
    'readers who thank each other at the same moment all get a response': 'now it is an error message',
  },
  mayFail: ['no points are lost, and nobody gives more than they have'],
} satisfies Mistake;
