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
} satisfies Mistake;
