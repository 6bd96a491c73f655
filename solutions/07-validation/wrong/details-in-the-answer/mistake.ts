import type { Mistake } from '#check';

export default {
  summary: 'The answer tells the client which field is wrong.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'await ctx.bind(RegisterDTO);',
      replace:
        "await ctx.bind(RegisterDTO).catch((error) => {\n      throw new HttpError(400, 'Invalid request: ' + error.problems[0].field);\n    });",
    },
  ],
  fails: {
    'POST /auth/register refuses what breaks a rule': 'The response body is different',
    'a bad registration is still 400 Invalid request': 'The response body is different',
  },
} satisfies Mistake;
