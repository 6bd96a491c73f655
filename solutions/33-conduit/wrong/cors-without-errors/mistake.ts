import type { Mistake } from '#check';

export default {
  summary: 'Responses to requests without a token have no CORS header, so pages cannot read their errors.',
  edits: [
    {
      file: 'http/cors.ts',
      find: "    ctx.response.setHeader('Access-Control-Allow-Origin', '*');",
      replace:
        "    if (ctx.header('Authorization') !== '' || ctx.request.path === '/api/tags' || ctx.request.method === 'OPTIONS')\n      ctx.response.setHeader('Access-Control-Allow-Origin', '*');",
    },
  ],
  fails: {
    'any origin may read errors': 'The header Access-Control-Allow-Origin is missing',
  },
} satisfies Mistake;
