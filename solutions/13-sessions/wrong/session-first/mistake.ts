import type { Mistake } from '#check';

export default {
  summary: 'The wrong order changes the error of requests without credentials.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'accept(BearerAuth, SessionAuth)',
      replace: 'accept(SessionAuth, BearerAuth)',
    },
  ],
  fails: {
    "a bearer token still opens the blog's own routes": 'SessionAuth comes first in accept',
    'without any credential, the error is that of the first way': 'SessionAuth is the first way in the list',
    'a credential that is present and invalid is refused': 'One way decides',
  },
} satisfies Mistake;
