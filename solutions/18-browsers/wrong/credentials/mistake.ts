import type { Mistake } from '#check';

export default {
  summary: 'Allows other pages to use the cookies of their visitors.',
  edits: [
    {
      file: 'edge/cors.ts',
      find: "ctx.response.setHeader('Access-Control-Allow-Origin', origin);",
      replace:
        "ctx.response.setHeader('Access-Control-Allow-Origin', origin).setHeader('Access-Control-Allow-Credentials', 'true');",
    },
  ],
  fails: {
    'a preflight from a trusted origin gets permission': 'no Access-Control-Allow-Credentials',
    'a trusted origin may read every response, even errors': 'no Access-Control-Allow-Credentials',
  },
} satisfies Mistake;
