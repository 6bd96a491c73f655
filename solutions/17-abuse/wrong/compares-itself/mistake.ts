import type { Mistake } from '#check';

export default {
  summary: 'Nothing notices that the password was replaced while it was compared.',
  edits: [
    {
      file: 'auth/password.controller.ts',
      find: '    const signIn = await this.credentials.check({ email, password: current_password }, ctx.signal);\n',
      replace:
        '    const row = await this.users.findByEmail(email);\n' +
        '    const matches = row && (await this.passwords.matches(current_password, row.password, ctx.signal));\n' +
        '    const signIn = matches ? { user: row, hash: row.password } : undefined;\n',
    },
  ],
  fails: {
    'changing a password needs the current one': 'comparing the hash yourself does not',
  },
} satisfies Mistake;
