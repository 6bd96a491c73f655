import type { Mistake } from '#check';

export default {
  summary: 'The header is split at its spaces, so anything may follow the token.',
  edits: [
    {
      file: 'auth/bearer-auth.ts',
      find: `header.slice('Bearer '.length)`,
      replace: `header.split(' ')[1] ?? ''`,
    },
  ],
  fails: {
    'a token without a valid signature is 401': 'this is a valid token with a word after it',
  },
} satisfies Mistake;
