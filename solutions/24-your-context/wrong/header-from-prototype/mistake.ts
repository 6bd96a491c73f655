import type { Mistake } from '#check';

export default {
  summary: 'A header that is absent is whatever the object inherits.',
  edits: [
    {
      file: 'framework/request.ts',
      find: "return typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : '';",
      replace: "return (value as string) ?? '';",
    },
  ],
  fails: {
    'a header called "constructor" is absent': 'has a prototype',
  },
} satisfies Mistake;
