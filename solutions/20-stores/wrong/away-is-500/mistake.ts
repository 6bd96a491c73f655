import type { Mistake } from '#check';

export default {
  summary: 'A post that cannot be stored because the database is down gets 500, with the address of the database.',
  edits: [
    { file: 'posts/posts.controller.ts', find: '  if (error instanceof Unavailable) throw error;\n', replace: '' },
    {
      file: 'posts/posts.controller.ts',
      find: "import { type Context, type Controller, HttpError, inject, type Route, Unavailable } from 'trellis';",
      replace: "import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';",
    },
  ],
  fails: {
    'an error of an unavailable database passes through the handlers':
      '`storeFailed` in src/posts/posts.controller.ts turns',
  },
  // Unless the outage is noticed before the handler.
  mayFail: ['while PostgreSQL is down, changes get 503'],
} satisfies Mistake;
