import type { Mistake } from '#check';

export default {
  summary: 'The new hash is stored before the current password is compared.',
  edits: [
    {
      file: 'auth/password.controller.ts',
      find: '    const signIn = await this.credentials',
      replace:
        '    const old = (await this.users.findByEmail(email))!;\n    await this.users.replaceHash(old.id, old.password, await this.passwords.hash(new_password, ctx.signal));\n    const signIn = await this.credentials',
    },
  ],
  fails: {
    'changing a password needs the current one': 'compare first',
    'a change of password ends all other ways in': 'the right current password was refused',
    'the user who changed the password stays signed in': 'Expected status 200',
  },
} satisfies Mistake;
