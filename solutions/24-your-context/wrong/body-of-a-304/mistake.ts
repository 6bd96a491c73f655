import type { Mistake } from '#check';

export default {
  summary: 'A 304 is sent with a body.',
  edits: [
    { file: 'framework/response.ts', find: ' || status === 204 || status === 304) sendEmpty', replace: ') sendEmpty' },
  ],
  fails: {
    'a response without a body ends with its headers': 'neither a length nor a type',
  },
} satisfies Mistake;
