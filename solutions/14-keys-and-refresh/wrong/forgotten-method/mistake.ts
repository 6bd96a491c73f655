import type { Mistake } from '#check';

export default {
  summary: 'The methods that are refused are listed, and the one that somebody adds next year is missing.',
  edits: [
    {
      file: 'auth/api-key-auth.ts',
      find: 'safeMethods.includes(ctx.request.method)',
      replace: "!['POST', 'PUT', 'PATCH', 'DELETE'].includes(ctx.request.method)",
    },
  ],
  fails: {
    'a key with the scope read gets 403 for everything that is not a read': 'lists the methods that it refuses',
  },
} satisfies Mistake;
