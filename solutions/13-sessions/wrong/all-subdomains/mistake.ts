import type { Mistake } from '#check';

export default {
  summary: 'The cookie is sent to every subdomain.',
  edits: [
    {
      file: 'auth/session-cookie.ts',
      find: '    maxAge: sessionLifetime,\n',
      replace: "    maxAge: sessionLifetime,\n    domain: 'localhost',\n",
    },
  ],
  fails: {
    'the cookie lasts a day, and neither scripts nor forms on other sites can use it': 'the option `domain` sends',
  },
} satisfies Mistake;
