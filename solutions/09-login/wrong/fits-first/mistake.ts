import type { Mistake } from '#check';

export default {
  summary: 'A password that is too long is refused without a comparison, so the response time tells.',
  edits: [
    {
      file: 'auth/passwords.ts',
      find: 'return (await this.pool.compare(password, hash, this.cost, signal)) && this.fits(password);',
      replace: 'return this.fits(password) && (await this.pool.compare(password, hash, this.cost, signal));',
    },
  ],
  fails: {
    'a password that bcrypt would truncate does not match': 'calls `fits` first',
  },
} satisfies Mistake;
