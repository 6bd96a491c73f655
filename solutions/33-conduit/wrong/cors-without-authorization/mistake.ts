import type { Mistake } from '#check';

export default {
  summary: 'A preflight does not allow the header with the token.',
  edits: [
    {
      file: 'http/cors.ts',
      find: "'Authorization, Content-Type, X-Requested-With'",
      replace: "'Content-Type, X-Requested-With'",
    },
  ],
  fails: {
    'a preflight for PUT /api/user is allowed':
      'The header Access-Control-Allow-Headers is "Content-Type, X-Requested-With"',
    'a preflight for POST /api/articles is allowed':
      'The header Access-Control-Allow-Headers is "Content-Type, X-Requested-With"',
    'a preflight for DELETE /api/articles/some-article/favorite is allowed':
      'The header Access-Control-Allow-Headers is "Content-Type, X-Requested-With"',
  },
} satisfies Mistake;
