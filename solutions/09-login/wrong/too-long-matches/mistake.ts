import type { Mistake } from '#check';

export default {
  summary: 'Whatever follows the 72nd byte is ignored, by bcrypt and by the login.',
  edits: [
    {
      file: 'auth/passwords.ts',
      find: '(await this.pool.compare(password, hash)) && this.fits(password)',
      replace: 'this.pool.compare(password, hash)',
    },
  ],
  fails: {
    'a password with more than bcrypt reads does not match': 'bcrypt does not see the last',
  },
} satisfies Mistake;
