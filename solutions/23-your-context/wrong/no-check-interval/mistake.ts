import type { Mistake } from '#check';

export default {
  summary: 'Node looks for slow clients only every 30 seconds.',
  edits: [
    {
      file: 'framework/server.ts',
      find: '      connectionsCheckingInterval: Math.min(1_000, requestTimeout / 4),\n',
      replace: '',
    },
  ],
  fails: {
    'the attack "slow-body" is blocked': 'succeeded',
  },
} satisfies Mistake;
