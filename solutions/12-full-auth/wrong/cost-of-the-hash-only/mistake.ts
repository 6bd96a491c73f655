import type { Mistake } from '#check';

export default {
  summary:
    'Only new hashes have the cost of BCRYPT_COST. The decoy keeps the old one, so the response time tells who has an account.',
  edits: [
    {
      file: 'auth/passwords.ts',
      find: 'this.pool.hash(password, this.cost, signal)',
      replace: 'this.pool.hash(password, Number(process.env.BCRYPT_COST || 14), signal)',
    },
    {
      file: 'auth/passwords.ts',
      find: 'readonly cost = Number(process.env.BCRYPT_COST || 14);',
      replace: 'readonly cost: number = 10;',
    },
  ],
  fails: {
    'BCRYPT_COST sets another cost': 'only `hash` reads BCRYPT_COST',
    'a cost that bcrypt does not support stops the startup': 'nothing refuses a number that is not an integer',
  },
} satisfies Mistake;
