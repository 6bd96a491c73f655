import type { Mistake } from '#check';

export default {
  summary: 'register turns every error of bind into a 400, even the 413 of a body that is too large.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'await ctx.bind(RegisterDTO);',
      replace: `await ctx.bind(RegisterDTO).catch(() => {
      throw new HttpError(400, 'Invalid request');
    });`,
    },
  ],
  fails: {
    'POST /auth/register refuses invalid bodies': 'the handler turns every error of ctx.bind(…) into a 400 of its own',
  },
} satisfies Mistake;
