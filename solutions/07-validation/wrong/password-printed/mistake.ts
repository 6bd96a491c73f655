import type { Mistake } from '#check';

export default {
  summary: 'register prints the bound body, so the log contains the password.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'await ctx.bind(RegisterDTO);',
      replace: 'console.log(await ctx.bind(RegisterDTO));',
    },
  ],
  fails: {
    'nothing repeats the password': 'prints the body',
  },
} satisfies Mistake;
