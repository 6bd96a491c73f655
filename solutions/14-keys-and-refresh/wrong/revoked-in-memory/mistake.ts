import type { Mistake } from '#check';

export default {
  summary: 'The revoked families are in a field of the service.',
  edits: [
    {
      file: 'auth/refresh-tokens.service.ts',
      find: '  @inject(Log) private readonly log!: Log;\n',
      replace: '  @inject(Log) private readonly log!: Log;\n  readonly #revoked = new Set<string>();\n',
    },
    {
      file: 'auth/refresh-tokens.service.ts',
      find: 'return id === undefined ? undefined',
      replace: 'return id === undefined || this.#revoked.has(id) ? undefined',
    },
    {
      file: 'auth/refresh-tokens.service.ts',
      find: 'await this.store.delete(familyKey(family.id));',
      replace: 'this.#revoked.add(family.id);',
    },
  ],
  fails: {
    'the store remembers which families are revoked': 'a restart empties',
  },
} satisfies Mistake;
