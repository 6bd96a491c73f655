import type { Mistake } from '#check';

export default {
  summary: 'A used token is forgotten as soon as it expires, so a copy that comes back late is not recognized.',
  edits: [
    {
      file: 'auth/refresh-tokens.service.ts',
      find: '(await this.store.get<string>(keyOf(token))) ?? (await this.store.get<string>(markOf(token)))',
      replace: 'await this.store.get<string>(keyOf(token))',
    },
  ],
  fails: {
    'a used refresh token revokes the tokens that descend from it': 'came back when it had expired',
  },
} satisfies Mistake;
