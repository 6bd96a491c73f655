import type { Mistake } from '#check';

export default {
  summary: 'There are no locks any more.',
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
      replace: `    const left = (await this.of(from)) - points;
    return left < 0 ? 'poor' : this.#move(from, left, to, points);
`,
    },
    {
      file: 'points/points.service.ts',
      find: `    const by = \`\${from} thanks \${to}\`;
`,
      replace: ``,
    },
  ],
  fails: {
    'no points are lost, and nobody gives more than they have': 'the second one overwrites the first',
  },
  mayFail: ['readers who thank each other at the same moment all get a response'],
} satisfies Mistake;
