import type { Mistake } from '#check';

export default {
  summary: 'A request that cannot be parsed gets no response.',
  edits: [
    {
      file: 'framework/server.ts',
      find: ".on('clientError', refuse);",
      replace: ".on('clientError', (error, connection) => refuse.length < 0 || (error && connection.destroy()));",
    },
  ],
  fails: {
    'a request that Node cannot parse gets a response in JSON': 'does not listen for',
    'the attack "slow-body" is blocked': 'succeeded',
  },
} satisfies Mistake;
