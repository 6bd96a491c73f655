import type { Mistake } from '#check';

export default {
  summary: 'The pool never learns that a client has disconnected.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'this.passwords.hash(password, ctx.signal)',
      replace: 'this.passwords.hash(password)',
    },
  ],
  fails: {
    'the work for a client that has disconnected is dropped': 'Pass ctx.signal to passwords.hash',
  },
} satisfies Mistake;
