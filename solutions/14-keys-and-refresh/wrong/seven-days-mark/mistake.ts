import type { Mistake } from '#check';

export default {
  summary: 'The mark of a used token disappears before its family ends, so a late copy is not recognized.',
  edits: [
    {
      file: 'auth/refresh-tokens.service.ts',
      find: 'family.id, { ttl: familyLifetime }',
      replace: 'family.id, { ttl: lifetime }',
    },
  ],
  fails: {
    'the store remembers which tokens are used': 'the mark disappears before the family ends',
    'a used refresh token revokes the tokens that descend from it': 'Keep the mark for as long as the family',
  },
} satisfies Mistake;
