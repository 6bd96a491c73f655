import type { Mistake } from '#check';

export default {
  summary: 'A promise is always truthy, so every token passes.',
  edits: [
    {
      file: 'auth/bearer-auth.ts',
      find: 'const isCurrent = await this.cutoffs',
      replace: 'const isCurrent = this.cutoffs',
    },
  ],
  fails: {
    'a dismissed admin has lost the old token': 'or does not await it',
    'a change of password ends all other ways in': 'BearerAuth ignores it',
  },
} satisfies Mistake;
