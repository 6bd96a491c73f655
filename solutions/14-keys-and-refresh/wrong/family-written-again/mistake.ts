import type { Mistake } from '#check';

export default {
  summary: 'Each refresh writes the entry of the family again, and so restores one that is being revoked.',
  edits: [
    {
      file: 'auth/refresh-tokens.service.ts',
      find: '    await this.store.set(keyOf(token), family.id, { ttl: lifetime });',
      replace:
        '    const age = Math.floor((this.clock.now() - Date.parse(family.started_at)) / 1000);\n    await this.store.set(familyKey(family.id), family, { ttl: Math.max(1, familyLifetime - age) });\n    await this.store.set(keyOf(token), family.id, { ttl: lifetime });',
    },
  ],
  fails: {
    'a refresh leaves the entry of its family as it is': 'generate writes the family again',
  },
  // Whether the entry is written before or after it is deleted is a race.
  mayFail: ['a revoked family stays revoked, even if it is being refreshed at that moment'],
} satisfies Mistake;
