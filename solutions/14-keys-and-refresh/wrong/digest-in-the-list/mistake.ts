import type { Mistake } from '#check';

export default {
  summary: 'The list contains the digests.',
  edits: [
    {
      file: 'auth/api-keys.service.ts',
      find: 'select id, name, user_id, scope, created_at from api_keys\n      where user_id',
      replace: 'select * from api_keys\n      where user_id',
    },
  ],
  fails: {
    'GET /auth/api-keys lists the keys, newest first, and shows none of them': 'the list contains the digests',
  },
} satisfies Mistake;
