import type { Mistake } from '#check';

export default {
  summary: 'matches passes the number 10 instead of the field cost, which chapter 12 raises.',
  edits: [
    {
      file: 'auth/passwords.ts',
      find: 'this.pool.compare(password, hash, this.cost, signal)',
      replace: 'this.pool.compare(password, hash, 10, signal)',
    },
  ],
  fails: { 'a password that bcrypt would truncate does not match': '`matches` has a number of its own' },
} satisfies Mistake;
