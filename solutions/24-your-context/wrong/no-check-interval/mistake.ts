import type { Mistake } from '#check';

export default {
  summary: 'Node looks for slow clients only every 30 seconds.',
  edits: [
    {
      file: 'framework/server.ts',
      find: '      connectionsCheckingInterval: Math.min(1_000, Math.ceil(requestTimeout / 4)),\n',
      replace: '',
    },
  ],
  fails: {
    'the attack "slow-body" is blocked': 'succeeded',
    'the headers must arrive within ten seconds, and two Authorization headers are joined': 'that much longer',
  },
} satisfies Mistake;
