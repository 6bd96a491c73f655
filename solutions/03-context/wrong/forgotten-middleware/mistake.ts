import type { Mistake } from '#check';

export default {
  summary: 'The route does not list the middleware.',
  edits: [{ file: 'notes.controller.ts', find: 'middlewares: [KnownReader], ', replace: '' }],
  fails: {
    'POST /guestbook returns the name from the cookie and the body': 'the route does not list the middleware',
    'POST /guestbook without a cookie is from a stranger': 'KnownReader has no default for a missing cookie',
    'twenty readers who write at the same time keep their names': 'the name does not reach the handler',
    'KnownReader stores the name in the context': 'KnownReader did not run',
  },
} satisfies Mistake;
