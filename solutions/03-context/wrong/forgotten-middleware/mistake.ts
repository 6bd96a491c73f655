import type { Mistake } from '#check';

export default {
  summary: 'The route does not name the middleware.',
  edits: [{ file: 'notes.controller.ts', find: 'middlewares: [KnownReader], ', replace: '' }],
  fails: {
    'GET /welcome greets the reader of the cookie': 'does the route name the middleware',
    'GET /welcome greets a stranger': 'does the route name the middleware',
    'twenty readers at once are each greeted by their own name': 'Welcome, undefined!',
  },
} satisfies Mistake;
