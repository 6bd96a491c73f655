import type { Mistake } from '#check';

export default {
  summary: 'The session id has 32 random bits, so an attacker can try all of them.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: 'const id = randomUUID();',
      replace: 'const id = randomUUID().slice(0, 8);',
    },
  ],
  fails: {
    'every sign-in gets a random session id of its own, in the cookie session_id': 'about 128 random bits',
  },
} satisfies Mistake;
