import type { Mistake } from '#check';

export default {
  summary: 'The refresh token that is tested after its end was used before, so it is refused for another reason.',
  edits: [
    {
      file: 'tests/time.test.ts',
      find: `  const second = await refreshTokenFor(blog, ada);
`,
      replace: `  const second = first;
`,
    },
  ],
  fails: {
    'time.test.ts finds every bug': 'not because it has expired',
  },
} satisfies Mistake;
