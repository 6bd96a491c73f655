import type { Mistake } from '#check';

export default {
  summary: 'The current session keeps its id, and so does a copy of it.',
  edits: [
    {
      file: 'auth/password.controller.ts',
      find: 'await this.sessions.endOthers(user.id);',
      replace: "await this.sessions.endOthers(user.id, ctx.get<Session | undefined>('session')?.id);",
    },
    {
      file: 'auth/password.controller.ts',
      find: "    if (ctx.get<Session | undefined>('session') !== undefined) {\n      setSessionCookie(ctx, await this.sessions.create(user.id, ctx.header('User-Agent')));\n    }\n",
      replace: '',
    },
  ],
  fails: {
    'a change of password ends all other ways in': 'without a second argument',
    'the user who changed the password stays signed in': 'the session keeps its id',
  },
} satisfies Mistake;
