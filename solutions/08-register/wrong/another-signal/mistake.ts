import type { Mistake } from '#check';

export default {
  summary: 'The pool gets a signal, but one that is not aborted when the client disconnects.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'this.passwords.hash(password, ctx.signal)',
      replace: 'this.passwords.hash(password, AbortSignal.timeout(30_000))',
    },
  ],
  fails: {
    'the work for a client that has disconnected is dropped': 'not the one of the request',
  },
} satisfies Mistake;
