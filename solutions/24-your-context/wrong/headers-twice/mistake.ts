import type { Mistake } from '#check';

export default {
  summary: 'A response whose headers have been sent is written again.',
  edits: [
    {
      file: 'framework/response.ts',
      find: 'if (outgoing.destroyed || outgoing.headersSent) discard(body);',
      replace: 'if (outgoing.destroyed) discard(body);',
    },
  ],
  fails: {
    'a response whose headers have been sent is left alone': 'headersSent',
  },
} satisfies Mistake;
