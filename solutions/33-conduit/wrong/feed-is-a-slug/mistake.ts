import type { Mistake } from '#check';

export default {
  summary: 'The route of the feed is missing, so its path is a slug.',
  edits: [
    {
      file: 'articles/articles.controller.ts',
      find: "              { method: 'GET', path: '/feed', handler: this.feed },\n",
      replace: '',
    },
  ],
  fails: {
    'GET /api/articles/feed needs a token': 'Expected status 401, got 404',
    'an invalid limit is 422': 'Expected status 422, got 404',
    'an invalid offset is 422': 'Expected status 422, got 404',
  },
} satisfies Mistake;
