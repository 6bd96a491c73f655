import type { Mistake } from '#check';

export default {
  summary: 'The mark of a used token disappears before the token does, which then works again.',
  edits: [{ file: 'auth/refresh-tokens.service.ts', find: 'family.id, { ttl: familyLifetime }', replace: 'family.id, { ttl: 3600 }' }],
  fails: { 'the store remembers which tokens are used': 'works again' },
} satisfies Mistake;
