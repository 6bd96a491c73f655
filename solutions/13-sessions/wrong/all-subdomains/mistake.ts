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
    "the cookie lasts a day, scripts can't read it, and forms on other sites can't send it":
      'the option `domain` sends',
  },
} satisfies Mistake;
