import type { Mistake } from '#check';

export default {
  summary: 'An ordinary error is thrown, which becomes a 500.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'throw new HttpError(501);',
      replace: `throw Object.assign(new Error('Not Implemented'), { HttpError });`,
    },
  ],
  fails: {
    'a valid registration is 501 Not Implemented':
      'the handler throws an ordinary Error. Only an HttpError sets the status',
  },
} satisfies Mistake;
