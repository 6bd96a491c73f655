import type { Mistake } from '#check';

export default {
  summary: 'The method is taken from a header that the client chooses.',
  edits: [
    {
      file: 'auth/api-key-auth.ts',
      find: 'safeMethods.includes(ctx.request.method)',
      replace: "safeMethods.includes(ctx.header('X-HTTP-Method-Override') || ctx.request.method)",
    },
  ],
  fails: {
    'a key with the scope read gets 403 for everything that is not a read':
      'a header or a parameter that the client chooses',
  },
} satisfies Mistake;
