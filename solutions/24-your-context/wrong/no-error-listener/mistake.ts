import type { Mistake } from '#check';

export default {
  summary: 'A stream that fails before it is sent ends the process.',
  edits: [
    {
      file: 'framework/context.ts',
      find: "    body.on('error', () => {});\n",
      replace: '',
    },
  ],
  fails: {
    'a stream that nobody will read is destroyed': 'adds no listener for error',
  },
} satisfies Mistake;
