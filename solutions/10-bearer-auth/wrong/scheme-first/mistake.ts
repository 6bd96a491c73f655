import type { Mistake } from '#check';

export default {
  summary: 'The scheme is checked before the missing header.',
  edits: [
    {
      file: 'auth/bearer-auth.ts',
      find: "    if (header === '') return ctx.status(401).json({ error: 'Missing authorization' });\n",
      replace: '',
    },
    {
      file: 'auth/bearer-auth.ts',
      find: "json({ error: 'Invalid authorization format' });\n",
      replace:
        "json({ error: 'Invalid authorization format' });\n    if (header === '') return ctx.status(401).json({ error: 'Missing authorization' });\n",
    },
  ],
  fails: {
    'a missing header is still reported as missing': 'checks the scheme before it checks whether the header is missing',
    'POST /posts without a valid token is 401, whatever the body':
      'BearerAuth went on after this check, or called next(): a',
  },
} satisfies Mistake;
