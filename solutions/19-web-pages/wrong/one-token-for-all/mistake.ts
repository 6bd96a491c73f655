import type { Mistake } from '#check';

export default {
  summary: 'Makes the token from a constant.',
  edits: [
    {
      file: 'pages/csrf.ts',
      find: "createHmac('sha256', id).update('csrf')",
      replace: "createHmac('sha256', 'blog').update(id && 'csrf')",
    },
  ],
  fails: {
    'a token is valid for one session': 'the token is the same for everyone',
    'a neighbouring host can set cookies, and still not send our forms': 'the token of its form_id is accepted',
    'the sign-in form has a token, too': 'is not made from the cookie of this visitor',
  },
} satisfies Mistake;
