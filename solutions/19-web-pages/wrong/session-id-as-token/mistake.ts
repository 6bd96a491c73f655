import type { Mistake } from '#check';

export default {
  summary: 'Uses the session id as the token, and writes it into every page.',
  edits: [
    {
      file: 'pages/csrf.ts',
      find: "return createHmac('sha256', id).update('csrf').digest('base64url');",
      replace: 'return id;',
    },
  ],
  fails: {
    'the token does not reveal the session id': 'the session id itself is the token',
  },
} satisfies Mistake;
