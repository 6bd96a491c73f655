import type { Mistake } from '#check';

export default {
  summary: 'A preflight is handled like any other request.',
  edits: [
    {
      file: 'http/cors.ts',
      find: 'if (!isPreflight) return next();',
      replace: 'if (isPreflight || !isPreflight) return next();',
    },
  ],
  fails: {
    'a preflight for PUT /api/user is allowed': 'The header Access-Control-Allow-Methods is missing',
    'a preflight for POST /api/articles is allowed': 'The header Access-Control-Allow-Methods is missing',
    'a preflight for DELETE /api/articles/some-article/favorite is allowed':
      'The header Access-Control-Allow-Methods is missing',
  },
} satisfies Mistake;
