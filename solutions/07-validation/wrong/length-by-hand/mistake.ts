import type { Mistake } from '#check';

export default {
  summary: 'The length is compared with .length, which counts a sunflower twice.',
  edits: [
    { file: 'auth/auth.dto.ts', find: `'required,min=8'`, replace: `'required'` },
    {
      file: 'auth/auth.controller.ts',
      find: 'await ctx.bind(RegisterDTO);',
      replace: `const { password } = await ctx.bind(RegisterDTO);
    if (password.length < 8) throw new HttpError(400, 'Invalid request');`,
    },
  ],
  fails: {
    'POST /auth/register refuses invalid bodies': 'the length is compared with .length, which counts each 🌻 twice',
  },
} satisfies Mistake;
