import type { Mistake } from '#check';

export default {
  summary: 'A transaction counts and inserts, and nothing makes another one wait.',
  edits: [
    {
      file: 'auth/api-keys.service.ts',
      find: '      await tx.run`update users set name = name where id = ${user_id}`;\n',
      replace: '',
    },
  ],
  fails: {
    'of two programs that are asked for the last key, one creates it': 'Lock the row of the user first',
    'of twenty concurrent requests to two programs, five succeed': 'Lock the row of the user first',
    'the attack "key-rush" is blocked': 'twenty at once',
  },
} satisfies Mistake;
