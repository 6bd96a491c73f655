import type { Mistake } from '#check';

export default {
  summary: 'parseInt reads what it can, and ignores the rest.',
  edits: [
    {
      file: 'auth/passwords.ts',
      find: 'Number(process.env.BCRYPT_COST || 14)',
      replace: "Number.parseInt(process.env.BCRYPT_COST || '14', 10)",
    },
  ],
  fails: {
    'a cost that bcrypt does not support stops the startup': 'parseInt reads the 14',
  },
} satisfies Mistake;
