import type { Mistake } from '#check';

export default {
  summary: 'register returns the bound body, so the response contains the password.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: '    await ctx.bind(RegisterDTO);\n    throw new HttpError(501);',
      replace: '    return ctx.bind(RegisterDTO);',
    },
  ],
  fails: {
    'nothing repeats the password': 'the handler returns what ctx.bind(…) returned',
    'a valid registration is 501 Not Implemented': 'the handler throws nothing. An HttpError that is returned is',
  },
} satisfies Mistake;
