import type { Mistake } from '#check';

export default {
  summary: 'The answer is thrown before the body was looked at.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'await ctx.bind(RegisterDTO);\n    throw new HttpError(501);',
      replace: 'throw new HttpError(501);',
    },
  ],
  fails: {
    'POST /auth/register refuses what breaks a rule': 'got 501',
    'a bad registration is still 400 Invalid request': 'the body is bound first',
  },
} satisfies Mistake;
