import type { Mistake } from '#check';

export default {
  summary: 'The response tells the client which field is wrong.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'await ctx.bind(RegisterDTO);',
      replace: `await ctx.bind(RegisterDTO).catch((error) => {
      throw new HttpError(400, \`Invalid request: \${error.problems[0].field}\`);
    });`,
    },
  ],
  fails: {
    'POST /auth/register refuses invalid bodies': 'responds with a message of its own',
    'an invalid registration is still 400 Invalid request': 'responds with a message of its own',
  },
} satisfies Mistake;
