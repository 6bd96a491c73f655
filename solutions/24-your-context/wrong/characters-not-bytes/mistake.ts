import type { Mistake } from '#check';

export default {
  summary: 'The length counts characters.',
  edits: [
    {
      file: 'framework/response.ts',
      find: 'Buffer.byteLength(body)',
      replace: 'body.length',
    },
  ],
  fails: {
    'a body has its length in bytes': 'counts bytes',
  },
  // The end of its JSON is cut off.
  mayFail: ['a handler reads query parameters'],
} satisfies Mistake;
