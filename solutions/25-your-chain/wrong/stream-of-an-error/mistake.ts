import type { Mistake } from '#check';

export default {
  summary: 'A stream stays open when an error replaces it.',
  edits: [
    {
      file: 'framework/response.ts',
      find: '  discard(response.body);\n  response.body = undefined;',
      replace: '  response.body = undefined;',
    },
  ],
  fails: {
    'a stream in a response that is not sent is destroyed': 'Discard the body',
  },
} satisfies Mistake;
