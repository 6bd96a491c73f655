import type { Mistake } from '#check';

export default {
  summary: 'The new hash is stored before the current password is compared.',
  edits: [
    {
      file: 'auth/password.controller.ts',
      find: '    const user = await this.credentials',
      replace:
        "    await this.users.setHash(ctx.get<string>('user_id'), await this.passwords.hash(new_password, ctx.signal));\n    const user = await this.credentials",
    },
  ],
  fails: {
    'changing a password needs the current one': 'compare first',
    'a change of password ends all other ways in': 'the right current password was refused',
    'the user who changed the password stays signed in': 'Expected status 200',
  },
} satisfies Mistake;
