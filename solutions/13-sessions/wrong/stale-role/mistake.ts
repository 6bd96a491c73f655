import type { Mistake } from '#check';

export default {
  summary: 'The role is a snapshot, as in a token.',
  edits: [
    {
      file: 'auth/session-auth.ts',
      find: "ctx.set('user_role', user.role);",
      replace: "ctx.set('user_role', 'user');",
    },
  ],
  fails: {
    'the role is the one in the table at the time of the request': 'Read the user with this.users.find',
  },
} satisfies Mistake;
