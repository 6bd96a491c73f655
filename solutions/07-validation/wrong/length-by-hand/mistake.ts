import type { Mistake } from '#check';

export default {
  summary: 'The length is counted by hand, and a sunflower counts twice.',
  edits: [
    { file: 'auth/auth.dto.ts', find: "'required,min=8'", replace: "'required'" },
    {
      file: 'auth/auth.controller.ts',
      find: 'await ctx.bind(RegisterDTO);',
      replace:
        "const { password } = await ctx.bind(RegisterDTO);\n    if (password.length < 8) throw new HttpError(400, 'Invalid request');",
    },
  ],
  fails: {
    'POST /auth/register refuses what breaks a rule': 'four characters, although .length says 8',
  },
} satisfies Mistake;
