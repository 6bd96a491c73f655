import type { Mistake } from '#check';

export default {
  summary: 'Where the header is too short, what the client has written counts after all.',
  edits: [
    {
      file: 'edge/client-address.ts',
      find: '?.trim() || socket',
      replace: '?.trim() || forwarded[0]?.trim() || socket',
    },
  ],
  fails: {
    'each authentication leaves one line': 'or the connection’s where they have not',
  },
} satisfies Mistake;
