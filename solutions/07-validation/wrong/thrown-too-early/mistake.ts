import type { Mistake } from '#check';

export default {
  summary: 'The error is thrown before the body is checked.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: `await ctx.bind(RegisterDTO);
    throw new HttpError(501);`,
      replace: `if (ctx.header("never") === "") throw new HttpError(501);
    await ctx.bind(RegisterDTO);`,
    },
  ],
  fails: {
    'POST /auth/register refuses invalid bodies': 'the handler throws the 501 before it binds the body',
    'POST /auth/register accepts valid bodies': 'the handler passes another class to ctx.bind(…), or does not',
    'an invalid registration is still 400 Invalid request': 'the handler throws the 501 before it binds the body',
  },
} satisfies Mistake;
