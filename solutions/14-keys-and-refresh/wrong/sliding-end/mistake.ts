import type { Mistake } from '#check';

export default {
  summary: 'Every refresh writes the entry of the family again.',
  edits: [
    {
      file: 'auth/refresh-tokens.service.ts',
      find: '    await this.store.set(keyOf(token), family.id, { ttl: lifetime });\n',
      replace:
        '    await this.store.set(keyOf(token), family.id, { ttl: lifetime });\n    await this.store.set(familyKey(family.id), family, { ttl: familyLifetime });\n',
    },
  ],
  fails: {
    'a family ends 30 days after the login, however often it is refreshed':
      'each refresh sets the ttl of the family again',
    'a refresh leaves the entry of its family as it is': 'generate writes the family again',
  },
  // Whether the entry is written before or after it is deleted is a race.
  mayFail: ['a revoked family stays revoked, even if it is being refreshed at that moment'],
} satisfies Mistake;
