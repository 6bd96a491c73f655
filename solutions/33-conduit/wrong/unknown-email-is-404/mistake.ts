import type { Mistake } from '#check';

export default {
  summary: 'A login with an unknown email is 404.',
  edits: [
    {
      file: 'users/users.controller.ts',
      find: '    const matches = await',
      replace:
        "    if (user === undefined) throw new Refused(404, { email: ['not found'] });\n    const matches = await",
    },
  ],
  fails: {
    'a wrong password and an unknown email get the same response': 'Expected status 401, got 404',
  },
} satisfies Mistake;
