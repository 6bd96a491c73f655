import type { Mistake } from '#check';

export default {
  summary: 'A stream that another body replaces stays open.',
  edits: [
    { file: 'framework/context.ts', find: '    discard(this.response.body);\n', replace: '' },
    {
      file: 'framework/context.ts',
      find: 'import { type Body, discard, OutgoingResponse }',
      replace: 'import { type Body, OutgoingResponse }',
    },
  ],
  fails: {
    'a stream that nobody will read is destroyed': 'stays open',
  },
} satisfies Mistake;
