import type { Mistake } from '#check';

export default {
  summary: 'What was read before a 413 stays in memory while the client goes on sending.',
  edits: [
    {
      file: 'framework/body.ts',
      find: '      chunks = [];\n',
      replace: '',
    },
    {
      file: 'framework/body.ts',
      find: '    let chunks: Buffer[]',
      replace: '    const chunks: Buffer[]',
    },
  ],
  fails: {
    'what was collected is released after a 413': 'Release what you have collected',
  },
} satisfies Mistake;
