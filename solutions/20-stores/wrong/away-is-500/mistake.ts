import type { Mistake } from '#check';

export default {
  summary: 'A database that is away is answered like one that refuses: 500, with its address in the message.',
  edits: [
    { file: 'posts/posts.controller.ts', find: '  if (error instanceof Unavailable) throw error;\n', replace: '' },
    {
      file: 'posts/posts.controller.ts',
      find: "import { type Context, type Controller, HttpError, inject, type Route, Unavailable } from 'trellis';",
      replace: "import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';",
    },
  ],
  fails: { 'a store that is away is a 503, one that refuses is a 500': 'let Unavailable pass' },
} satisfies Mistake;
