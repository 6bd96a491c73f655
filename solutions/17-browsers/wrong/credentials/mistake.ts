import type { Mistake } from '#check';

export default {
  summary: 'Lets the pages of others come with the cookies of their visitors.',
  edits: [
    {
      file: 'edge/cors.ts',
      find: "ctx.response.setHeader('Access-Control-Allow-Origin', origin);",
      replace:
        "ctx.response.setHeader('Access-Control-Allow-Origin', origin).setHeader('Access-Control-Allow-Credentials', 'true');",
    },
  ],
  fails: {
    'a page of an origin in CORS_ORIGINS may read every answer, errors too': 'no Access-Control-Allow-Credentials',
  },
} satisfies Mistake;
