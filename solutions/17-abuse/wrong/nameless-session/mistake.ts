import type { Mistake } from '#check';

export default {
  summary: 'The list of sessions does not say which browser has the new one.',
  edits: [
    {
      file: 'auth/password.controller.ts',
      find: "create(id, ctx.header('User-Agent'), startedAt, tx)",
      replace: "create(id, '', startedAt, tx)",
    },
  ],
  fails: {
    'the user who changed the password stays signed in': "without ctx.header('User-Agent')",
  },
} satisfies Mistake;
