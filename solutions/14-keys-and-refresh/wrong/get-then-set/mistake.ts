import type { Mistake } from '#check';

export default {
  summary: 'consume reads the mark and then writes it, in two operations.',
  edits: [
    {
      file: 'auth/refresh-tokens.service.ts',
      find: 'if (await this.store.setIfAbsent(markOf(token), family.id, { ttl: familyLifetime })) return true;',
      replace:
        'if ((await this.store.get(markOf(token))) === undefined) {\n      await this.store.set(markOf(token), family.id, { ttl: familyLifetime });\n      return true;\n    }',
    },
  ],
  fails: {
    'of ten concurrent refreshes with one token, one succeeds': 'the code reads and then writes',
    'the store remembers which tokens are used': 'the handler does not call consume',
  },
} satisfies Mistake;
