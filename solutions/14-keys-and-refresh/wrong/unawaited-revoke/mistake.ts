import type { Mistake } from '#check';

export default {
  summary: 'consume does not wait until the family is revoked.',
  edits: [
    {
      file: 'auth/refresh-tokens.service.ts',
      find: 'await this.revoke(family);',
      replace: 'void this.revoke(family);',
    },
  ],
  fails: {
    'a response waits for the store': 'an `await` is missing in front of a call of the store',
  },
} satisfies Mistake;
