import type { Mistake } from '#check';

export default {
  summary: 'The log does not know the users who authenticate with a session.',
  edits: [{ file: 'auth/session-auth.ts', find: '    addLogFields({ user_id: user.id });\n', replace: '' }],
  fails: {
    'what services log has the fields of the request': 'the middleware for a session',
  },
} satisfies Mistake;
