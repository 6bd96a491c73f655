import type { Mistake } from '#check';

export default {
  summary: 'Anyone who has the session can change the password.',
  edits: [
    {
      file: 'auth/password.controller.ts',
      find: '    const signIn = await this.credentials.check({ email, password: current_password }, ctx.signal);\n',
      replace: `    const row = current_password ? await this.users.findByEmail(email) : undefined;
    const signIn = row && { user: row, hash: row.password };
`,
    },
  ],
  fails: {
    'changing a password needs the current one': 'the current password is not compared',
    'a change of password ends all other ways in': 'the right current password was refused',
    'PUT /auth/password is limited like a login': 'Expected status 401',
  },
  mayFail: ['the user who changed the password stays signed in'],
} satisfies Mistake;
