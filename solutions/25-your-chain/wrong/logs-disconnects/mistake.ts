import type { Mistake } from '#check';

export default {
  summary: 'A client that disconnects is logged.',
  edits: [
    {
      file: 'framework/dispatcher.ts',
      find: '    if (!(error instanceof ClientGone)) {',
      replace: '    if (!(error instanceof ClientGone) || !outgoing.destroyed) {',
    },
  ],
  fails: {
    'a client that disconnects is not an error of ours': 'hanging up',
  },
} satisfies Mistake;
