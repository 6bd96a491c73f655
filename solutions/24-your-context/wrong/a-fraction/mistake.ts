import type { Mistake } from '#check';

export default {
  summary: 'A limit that can not be divided by four stops the server from starting.',
  edits: [
    {
      file: 'framework/server.ts',
      find: 'Math.ceil(requestTimeout / 4)',
      replace: 'requestTimeout / 4',
    },
  ],
  fails: {
    'the headers must arrive within ten seconds, and two Authorization headers are joined': 'Round it up',
  },
} satisfies Mistake;
