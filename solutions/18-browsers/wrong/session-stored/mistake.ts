import type { Mistake } from '#check';

export default {
  summary: 'Caches may store what somebody sees who has signed in with a cookie.',
  edits: [
    {
      file: 'edge/security-headers.ts',
      find: "ctx.get('user_id') !== undefined",
      replace: "ctx.header('Authorization') !== '' || ctx.header('X-API-Key') !== ''",
    },
  ],
  fails: {
    'personal responses are not stored, public ones may be': 'A session or an API key authenticates as well',
  },
} satisfies Mistake;
