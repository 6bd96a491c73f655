import type { Mistake } from '#check';

export default {
  summary: 'The guard leaves the id under one key, and the handler asks for another.',
  edits: [{ file: 'auth/bearer-auth.ts', find: "'user_id'", replace: "'userId'" }],
  fails: {
    'the author of a new post is whoever the token belongs to': 'the handler threw',
  },
} satisfies Mistake;
