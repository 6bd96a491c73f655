import type { Mistake } from '#check';

export default {
  summary: 'The mark of a used token disappears before the token does, which then works again.',
  edits: [
    {
      file: 'auth/refresh-tokens.service.ts',
      find: 'family.id, { ttl: familyLifetime }',
      replace: 'family.id, { ttl: 3600 }',
    },
  ],
  fails: {
    'the store remembers which tokens are used': 'works again',
    'a used refresh token revokes the tokens that descend from it': 'Keep the mark for as long as the family',
  },
} satisfies Mistake;
