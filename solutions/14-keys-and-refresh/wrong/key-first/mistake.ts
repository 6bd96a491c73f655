import type { Mistake } from '#check';

export default {
  summary: 'A request without credentials gets the message about API keys.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'accept(BearerAuth, SessionAuth, ApiKeyAuth)',
      replace: 'accept(ApiKeyAuth, BearerAuth, SessionAuth)',
    },
  ],
  fails: {
    'one credential decides, and none of the others is tried': 'BearerAuth is not the first in accept(…)',
  },
} satisfies Mistake;
