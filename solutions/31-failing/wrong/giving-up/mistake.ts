import type { Mistake } from '#check';

export default {
  summary: 'A gift that has waited for the second lock for a second is refused.',
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
      let isLate = false;
      const late = new Promise<never>((_, reject) => {
        setTimeout(() => {
          isLate = true;
          reject(new HttpError(503));
        }, 1_000).unref();
      });
      const move = this.locks.with(to, by, async () => (isLate ? left : this.#move(from, left, to, points)));
      move.catch(() => {});
      return Promise.race([move, late]);
    });
`,
    },
    {
      file: 'points/points.service.ts',
      find: `import { Database, inject, Log } from 'trellis';`,
      replace: `import { Database, HttpError, inject, Log } from 'trellis';`,
    },
  ],
  fails: {
    'readers who thank each other at the same moment all get a response': 'now it is an error message',
  },
} satisfies Mistake;
