import type { Mistake } from '#check';

export default {
  summary: 'A key can create the next key.',
  edits: [
    {
      file: 'auth/api-keys.controller.ts',
      find: 'accept(BearerAuth, SessionAuth)',
      replace: 'accept(BearerAuth, SessionAuth, ApiKeyAuth)',
    },
  ],
  fails: {
    'a key does not open the routes that manage credentials': 'this route accepts an API key',
  },
} satisfies Mistake;
