import type { Mistake } from '#check';

export default {
  summary: 'If there is no hash, the user is stored with a placeholder, even if the client has disconnected.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'await this.passwords.hash(password, ctx.signal)',
      replace: "await this.passwords.hash(password, ctx.signal).catch(() => '!')",
    },
  ],
  fails: {
    'the work for a client that has disconnected is dropped': 'catches the error with which the pool drops a job',
  },
} satisfies Mistake;
