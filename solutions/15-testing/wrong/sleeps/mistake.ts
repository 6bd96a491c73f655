import type { Mistake } from '#check';

export default {
  summary: 'A test waits for a second of real time.',
  edits: [
    {
      file: 'tests/time.test.ts',
      find: `  clock.advance(day - 1000);
  assert.equal((await blog.get('/auth/me'`,
      replace: `  await new Promise((resolve) => setTimeout(resolve, 1000));
  clock.advance(day - 1000);
  assert.equal((await blog.get('/auth/me'`,
    },
  ],
  fails: {
    'time.test.ts passes on the blog': 'Move the clock instead',
    'time.test.ts passes on another correct blog': 'Move the clock instead',
    'time.test.ts finds every bug': 'Move the clock instead',
  },
} satisfies Mistake;
