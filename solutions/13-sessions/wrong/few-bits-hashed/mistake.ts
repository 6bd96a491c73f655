import type { Mistake } from '#check';

export default {
  summary:
    'The session id has 64 digits, but it is the digest of only 32 random bits, so an attacker can try all of them.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: 'const id = randomUUID();',
      replace: "const id = digest(randomBytes(4).toString('hex'));",
    },
    {
      file: 'auth/sessions.service.ts',
      find: "import { randomUUID } from 'node:crypto';",
      replace: "import { randomBytes } from 'node:crypto';",
    },
  ],
  fails: {
    'every sign-in gets a random session id of its own, in the cookie session_id': 'computed from so few random bits',
  },
} satisfies Mistake;
