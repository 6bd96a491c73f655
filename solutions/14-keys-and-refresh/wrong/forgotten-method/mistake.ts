import type { Mistake } from '#check';

export default {
  summary: 'The methods that are refused are listed, and one is missing.',
  edits: [
    {
      file: 'auth/api-key-auth.ts',
      find: 'safeMethods.includes(ctx.request.method)',
      replace: "!['POST', 'DELETE', 'PATCH'].includes(ctx.request.method)",
    },
  ],
  fails: {
    'a key with the scope read gets 403 for everything that is not a read':
      'ApiKeyAuth does not compare the scope of the key with the method of the request',
    'a refused request changes nothing': 'the handler ran',
  },
} satisfies Mistake;
