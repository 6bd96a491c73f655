import type { Mistake } from '#check';

export default {
  summary: 'The session id is printed, so anyone who can read the log can use the session.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: '    return id;\n',
      replace: "    console.log('new session', id);\n    return id;\n",
    },
  ],
  fails: {
    'secrets appear only where they belong': 'A session is in the log',
  },
} satisfies Mistake;
