import type { Mistake } from '#check';

export default {
  summary: 'Refuses the seventh key instead of the sixth.',
  edits: [{ file: 'auth/api-keys.service.ts', find: 'made!.count >= mostKeys', replace: 'made!.count > mostKeys' }],
  fails: {
    'of two programs that are asked for the last key, one creates it': '2 did',
    'a user gets five API keys, and 409 for the sixth': 'off by one',
    'a revoked key makes room for another': 'Expected status 409',
    'of twenty concurrent requests to two programs, five succeed': '6 did',
    'the attack "key-rush" is blocked': 'The owner has 6 API keys',
  },
} satisfies Mistake;
