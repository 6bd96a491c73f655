import type { Mistake } from '#check';

export default {
  summary: 'The credentials are printed, for debugging.',
  edits: [
    {
      file: 'auth/sessions.controller.ts',
      find: 'this.credentials.check(await ctx.bind(LoginDTO), ctx.signal)',
      replace:
        'this.credentials.check(await ctx.bind(LoginDTO).then((body) => (console.log({ ...body }), body)), ctx.signal)',
    },
  ],
  fails: {
    'neither the session id nor the password is in the log': 'The log contains a password',
  },
} satisfies Mistake;
