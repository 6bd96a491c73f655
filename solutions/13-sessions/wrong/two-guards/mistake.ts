import type { Mistake } from '#check';

export default {
  summary: 'Both middlewares are listed, so a request needs both credentials.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: '[accept(BearerAuth, SessionAuth)]',
      replace: '[BearerAuth, SessionAuth]',
    },
    { file: 'posts/posts.controller.ts', find: "import { accept } from '../auth/accept.ts';\n", replace: '' },
    {
      file: 'auth/auth.module.ts',
      find: 'exports: [Accept, BearerAuth]',
      replace: 'exports: [BearerAuth, SessionAuth]',
    },
  ],
  fails: {
    "the session opens the blog's own routes": 'BearerAuth decided',
    "a bearer token still opens the blog's own routes": 'no longer among the ways',
    'a credential that is present and invalid is refused': 'BearerAuth decided',
    'Accept chooses, and it is the only middleware of these routes': 'passes through BearerAuth',
  },
} satisfies Mistake;
