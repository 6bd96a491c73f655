import type { Mistake } from '#check';

export default {
  summary: 'A family never ends.',
  edits: [{ file: 'auth/refresh-tokens.service.ts', find: 'family, { ttl: familyLifetime }', replace: 'family' }],
  fails: {
    'a family ends 30 days after the login, however often it is refreshed': 'the entry of the family has no ttl',
  },
} satisfies Mistake;
