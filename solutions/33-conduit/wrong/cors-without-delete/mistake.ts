import type { Mistake } from '#check';

export default {
  summary: 'A preflight does not allow DELETE.',
  edits: [
    {
      file: 'http/cors.ts',
      find: "'GET, POST, PUT, DELETE'",
      replace: "'GET, POST, PUT'",
    },
  ],
  fails: {
    'a preflight for DELETE /api/articles/some-article/favorite is allowed':
      'The header Access-Control-Allow-Methods is "GET, POST, PUT"',
  },
} satisfies Mistake;
