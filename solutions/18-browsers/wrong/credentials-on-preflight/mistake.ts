import type { Mistake } from '#check';

export default {
  summary:
    'A preflight allows credentials, so browsers send requests of other pages with the cookies of their visitors.',
  edits: [
    {
      file: 'edge/cors.ts',
      find: "ctx.response.setHeader('Access-Control-Max-Age', 600);",
      replace:
        "ctx.response.setHeader('Access-Control-Max-Age', 600).setHeader('Access-Control-Allow-Credentials', 'true');",
    },
  ],
  fails: {
    'a preflight from a trusted origin gets permission': 'with this header on a preflight',
  },
} satisfies Mistake;
