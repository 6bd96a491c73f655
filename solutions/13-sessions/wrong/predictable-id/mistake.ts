import type { Mistake } from '#check';

export default {
  summary: 'The session id is a UUID of version 7, which begins with the time.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: "import { randomUUID } from 'node:crypto';",
      replace: "import { v7 as randomUUID } from 'uuid';",
    },
  ],
  fails: {
    'every sign-in gets a random session id of its own, in the cookie session_id':
      'an attacker can guess parts of this session id',
  },
} satisfies Mistake;
