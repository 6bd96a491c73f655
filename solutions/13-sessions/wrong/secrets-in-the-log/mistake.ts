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
    'neither the session id nor the password is in the log': 'The log contains a session id',
  },
} satisfies Mistake;
