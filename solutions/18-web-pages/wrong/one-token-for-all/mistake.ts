import type { Mistake } from '#check';

export default {
  summary: 'Makes the token from a constant: the attacker signs in as himself, and reads it in his own page.',
  edits: [
    {
      file: 'pages/csrf.ts',
      find: "createHmac('sha256', id).update('csrf')",
      replace: "createHmac('sha256', 'blog').update(id && 'csrf')",
    },
  ],
  fails: {
    'a token is good for one session': 'The attacker can sign in, too',
    'the sign-in form has a token, too': 'the token is made from that one',
  },
} satisfies Mistake;
