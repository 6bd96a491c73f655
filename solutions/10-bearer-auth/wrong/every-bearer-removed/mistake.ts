import type { Mistake } from '#check';

export default {
  summary: 'The prefix is removed as often as it occurs, so the header may contain it twice.',
  edits: [
    {
      file: 'auth/bearer-auth.ts',
      find: `header.slice('Bearer '.length)`,
      replace: `header.replaceAll('Bearer ', '')`,
    },
  ],
  fails: {
    'a token without a valid signature is 401': 'a second "Bearer " before it',
  },
} satisfies Mistake;
