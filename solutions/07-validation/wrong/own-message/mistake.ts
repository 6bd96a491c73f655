import type { Mistake } from '#check';

export default {
  summary: 'The HttpError has a message of its own.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'throw new HttpError(501);',
      replace: `throw new HttpError(501, 'Come back later');`,
    },
  ],
  fails: {
    'a valid registration is 501 Not Implemented':
      'the HttpError has a message of its own. Leave the second argument out',
  },
} satisfies Mistake;
