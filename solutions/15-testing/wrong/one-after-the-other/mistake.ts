import type { Mistake } from '#check';

export default {
  summary: 'Each request is awaited before the next one is sent.',
  edits: [
    {
      file: 'tests/concurrency.test.ts',
      find: `  const responses = await Promise.all(Array.from({ length: 10 }, () => blog.post('/auth/refresh', { refresh_token })));
`,
      replace: `  const responses = [];
  for (let count = 0; count < 10; count++) responses.push(await blog.post('/auth/refresh', { refresh_token }));
`,
    },
  ],
  fails: {
    'concurrency.test.ts finds every bug': 'one after the other',
  },
} satisfies Mistake;
