import type { Mistake } from '#check';

export default {
  summary: 'A plain error is thrown, and its text is not for the client.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'throw new HttpError(501);',
      replace: "throw new Error('Not Implemented');",
    },
  ],
  fails: {
    'a good registration is 501 Not Implemented': 'Any other error is a 500',
  },
} satisfies Mistake;
