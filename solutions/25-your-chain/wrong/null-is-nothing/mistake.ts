import type { Mistake } from '#check';

export default {
  summary: 'null counts as no value.',
  edits: [
    {
      file: 'framework/dispatcher.ts',
      find: 'if (value !== undefined && value !== ctx) ctx.json(value);',
      replace: 'if (value != null && value !== ctx) ctx.json(value);',
    },
  ],
  fails: {
    'the returned value becomes the response': 'neither undefined nor the context',
  },
} satisfies Mistake;
