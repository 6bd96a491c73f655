import type { Mistake } from '#check';

export default {
  summary: 'Counts the keys of all users: after five, nobody gets another.',
  edits: [
    {
      file: 'auth/api-keys.service.ts',
      find: 'from api_keys where user_id = ${user_id}`;\n      if',
      replace: 'from api_keys`;\n      if',
    },
  ],
  fails: {
    'a user gets five API keys, and 409 for the sixth': 'the keys of all users are counted',
    'of two programs that are asked for the last key, one creates it': 'the limit is too low',
    "a user's requests don't wait for another user's": 'the keys of all users are counted',
  },
} satisfies Mistake;
