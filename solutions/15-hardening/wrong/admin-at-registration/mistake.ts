import type { Mistake } from '#check';

export default {
  summary: 'Whoever registers with the address of ADMIN_EMAIL rules the blog.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: "role: 'user'",
      replace: "role: email === process.env.ADMIN_EMAIL ? 'admin' : 'user'",
    },
  ],
  fails: {
    'ADMIN_EMAIL makes an admin of a registered user, at the next start': 'signed when its owner was no admin yet',
    'nobody becomes an admin by registering': 'ADMIN_EMAIL counts at start only',
    'each authentication leaves one line': 'warn GET /admin status=403',
  },
} satisfies Mistake;
