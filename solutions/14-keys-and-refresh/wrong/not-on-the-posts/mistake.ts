import type { Mistake } from '#check';

export default {
  summary: 'The routes of the blog do not accept the key.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'accept(BearerAuth, SessionAuth, ApiKeyAuth)',
      replace: 'accept(BearerAuth, SessionAuth)',
    },
  ],
  fails: {
    'the robot reads /my-posts with its key': 'ApiKeyAuth is not in accept(…) of this route',
    'a key with the scope write creates, changes and deletes posts as its owner':
      'ApiKeyAuth is not in accept(…) of this route',
    'the context has the same values as for the other credentials': 'ApiKeyAuth is not in accept(…) of this route',
    'one credential decides, and none of the others is tried': 'ApiKeyAuth is not in accept(…) of this route',
  },
} satisfies Mistake;
