import type { Mistake } from '#check';

export default {
  summary: 'The pool never learns that a client has disconnected.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'this.credentials.check(await ctx.bind(LoginDTO), ctx.signal)',
      replace: 'this.credentials.check(await ctx.bind(LoginDTO))',
    },
  ],
  fails: {
    'the work for a client that has disconnected is dropped': 'Pass ctx.signal to credentials.check',
  },
} satisfies Mistake;
