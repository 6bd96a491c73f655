import type { Mistake } from '#check';

export default {
  summary: 'The insert reads the clock again, so the times in the row can differ from those in the response.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '${false}, ${now}, ${now})`',
      replace: '${false}, ${new Date().toISOString()}, ${new Date().toISOString()})`',
    },
  ],
  fails: {
    'a new post becomes a row of the table, whatever its title': 'the insert reads the clock again',
  },
  // If the clock moves on to the next millisecond in between.
  mayFail: ['GET returns what POST returned', 'GET /posts/:id returns a post, published or not'],
} satisfies Mistake;
