import type { Mistake } from '#check';

export default {
  summary: 'Everything after the 72nd byte is ignored.',
  edits: [
    {
      file: 'auth/passwords.ts',
      find: 'return (await this.pool.compare(password, hash, this.cost, signal)) && this.fits(password);',
      replace: 'return this.pool.compare(password, hash, this.cost, signal);',
    },
  ],
  fails: {
    'a password that bcrypt would truncate does not match': '`matches` has to call `fits`',
  },
} satisfies Mistake;
