import type { Mistake } from '#check';

export default {
  summary: 'iat comes from the library, which takes the time of the machine and not that of the Clock.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: 'role, iat, exp: iat + lifetime',
      replace: 'role, exp: iat + lifetime',
    },
  ],
  fails: { 'the time in a token is that of the Clock': '`iat` is the time of the machine' },
} satisfies Mistake;
