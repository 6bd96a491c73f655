import type { Mistake } from '#check';

export default {
  summary: 'Where the header is too short, what the client has written counts after all.',
  edits: [
    {
      file: 'edge/client-address.ts',
      find: '?? socket;',
      replace: "?? parseAddress(forwarded[0] ?? '') ?? socket;",
    },
  ],
  fails: {
    'each authentication leaves one line': 'or the connection’s where they have not',
  },
} satisfies Mistake;
