import type { Mistake } from '#check';

export default {
  summary: 'generate does not await the store.',
  edits: [
    {
      file: 'auth/refresh-tokens.service.ts',
      find: 'await this.store.set(keyOf(token), family.id',
      replace: 'void this.store.set(keyOf(token), family.id',
    },
  ],
  fails: {
    'a response waits for the store': 'an `await` is missing in front of a call of the store',
  },
  // If the store is unavailable, the response doesn't wait long enough to notice it.
  mayFail: ['a refresh token survives an outage of the database or the store'],
} satisfies Mistake;
