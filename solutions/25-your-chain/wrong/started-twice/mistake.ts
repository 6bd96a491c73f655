import type { Mistake } from '#check';

export default {
  summary: 'A query that starts in then() runs once more for each middleware.',
  edits: [
    {
      file: 'framework/settle.ts',
      find: 'if (value instanceof Promise) value',
      replace: 'if (isPromise(value)) value',
    },
  ],
  fails: {
    'an object with a method then is used once': 'then is called to mark',
  },
} satisfies Mistake;
