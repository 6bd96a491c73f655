import type { Mistake } from '#check';

export default {
  summary: 'The session id looks like a UUID, and comes from Math.random().',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: 'const id = randomUUID();',
      replace: 'const id = randomUUID().replace(/[0-9a-f]/g, () => Math.floor(Math.random() * 16).toString(16));',
    },
  ],
  fails: {
    'every sign-in gets a random session id of its own, in the cookie session_id': 'comes from Math.random()',
  },
} satisfies Mistake;
