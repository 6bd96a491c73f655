import type { Mistake } from '#check';

export default {
  summary: 'Nothing checks the scope.',
  edits: [
    {
      file: 'auth/api-key-auth.ts',
      find: "    if (!isAllowed) return ctx.status(403).json({ error: 'Insufficient scope' });\n",
      replace: '',
    },
  ],
  fails: {
    'a key with the scope read gets 403 for everything that is not a read':
      'ApiKeyAuth does not compare the scope of the key with the method of the request',
    'a refused request changes nothing': 'the handler ran',
    'the attack "read-key" is blocked': 'The attack "read-key" succeeded',
  },
} satisfies Mistake;
