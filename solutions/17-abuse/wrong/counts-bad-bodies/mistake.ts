import type { Mistake } from '#check';

export default {
  summary: 'A body without a password is counted like a guess.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: '(await ctx.bind(LoginDTO)).email',
      replace: "JSON.parse((await ctx.request.body()).toString('utf8') || '{}').email",
    },
    {
      file: 'auth/login-limit.ts',
      find: '      for (const { key } of counted) await this.store.decrement(key);\n',
      replace: '',
    },
  ],
  fails: {
    'a right password clears the counter, and an invalid body is not counted':
      'bodies that are not a login were counted',
  },
  mayFail: [
    'an attempt that was refused leaves nothing in the store',
    'a full queue refuses logins instead of making everyone wait',
    'every authentication event is one line in the log',
    'an error that Audit has recorded still reaches the client',
    'after five wrong passwords in a minute, the right one is 429 too',
    'of twenty guesses at once, five are compared',
  ],
} satisfies Mistake;
