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
    'nobody gets a sixth API key, whichever way they come': 'count the keys of this user',
  },
} satisfies Mistake;
