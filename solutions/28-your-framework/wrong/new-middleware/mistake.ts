import type { Mistake } from '#check';

export default {
  summary: 'A middleware is created with new.',
  edits: [
    {
      file: 'framework/controller.ts',
      find: "(typeof entry === 'function' ? find(entry, where) : entry)",
      replace: "(typeof entry === 'function' ? (find(entry, where), new entry()) : entry)",
    },
  ],
  fails: {
    'a middleware class is replaced with its instance from the container': 'the class is created with new',
  },
} satisfies Mistake;
