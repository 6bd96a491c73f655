import type { Mistake } from '#check';

export default {
  summary: 'The HttpError is returned, not thrown.',
  edits: [
    { file: 'auth/auth.controller.ts', find: 'throw new HttpError(501);', replace: 'return new HttpError(501);' },
  ],
  fails: {
    'a valid registration is 501 Not Implemented':
      'the handler throws nothing. An HttpError that is returned is sent as data',
    'the 501 is a thrown HttpError': 'the handler returns normally, or returns the error instead of throwing it',
  },
} satisfies Mistake;
