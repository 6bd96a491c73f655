import type { Mistake } from '#check';

export default {
  summary: 'A misspelled cost silently becomes the default.',
  edits: [
    {
      file: 'auth/passwords.ts',
      find: 'Number(process.env.BCRYPT_COST || 14)',
      replace: 'Number(process.env.BCRYPT_COST) || 14',
    },
  ],
  fails: {
    'a cost that bcrypt does not support stops the startup': 'a value that is not a number is replaced by the default',
  },
} satisfies Mistake;
