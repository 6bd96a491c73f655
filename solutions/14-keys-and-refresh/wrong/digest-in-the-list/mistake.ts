import type { Mistake } from '#check';

export default {
  summary: 'The list shows every column of the table.',
  edits: [
    {
      file: 'auth/api-keys.service.ts',
      find: 'select id, name, user_id, created_at from api_keys where user_id',
      replace: 'select * from api_keys where user_id',
    },
  ],
  fails: { 'GET /auth/api-keys lists my keys, the newest first, and shows none': 'The list shows the digest.' },
} satisfies Mistake;
