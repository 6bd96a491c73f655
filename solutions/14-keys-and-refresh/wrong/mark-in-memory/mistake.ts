import type { Mistake } from '#check';

export default {
  summary: 'The used tokens are in a field of the service.',
  edits: [
    {
      file: 'auth/refresh-tokens.service.ts',
      find: '  @inject(Log) private readonly log!: Log;\n',
      replace: '  @inject(Log) private readonly log!: Log;\n  readonly #used = new Set<string>();\n',
    },
    {
      file: 'auth/refresh-tokens.service.ts',
      find: 'if (await this.store.setIfAbsent(markOf(token), family.id, { ttl: familyLifetime })) return true;',
      replace: 'if (!this.#used.has(digest(token))) {\n      this.#used.add(digest(token));\n      return true;\n    }',
    },
  ],
  fails: {
    'the store remembers which tokens are used': 'a restart empties',
    'a used refresh token revokes the tokens that descend from it': 'came back when it had expired',
  },
} satisfies Mistake;
