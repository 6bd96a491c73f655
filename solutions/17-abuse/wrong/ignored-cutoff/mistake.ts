import type { Mistake } from '#check';

export default {
  summary: 'The cutoff is read, and nothing happens.',
  edits: [
    {
      file: 'auth/bearer-auth.ts',
      find: "    if (!isCurrent) return ctx.status(401).json({ error: 'Invalid token' });\n",
      replace: '',
    },
  ],
  fails: {
    'a dismissed admin has lost the old token': 'BearerAuth does not return the 401',
    'a change of password ends all other ways in': 'BearerAuth ignores it',
  },
} satisfies Mistake;
