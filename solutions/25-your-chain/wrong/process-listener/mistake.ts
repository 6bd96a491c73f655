import type { Mistake } from '#check';

export default {
  summary: 'Rejections are caught for the whole process instead of on the promise of next().',
  edits: [
    {
      file: 'framework/settle.ts',
      find: '  if (value instanceof Promise) value.then(undefined, () => {});\n  return value;',
      replace:
        "  if (isPromise(value)) process.removeAllListeners('unhandledRejection').on('unhandledRejection', () => {});\n  return value;",
    },
  ],
  fails: {
    'a forgotten return does not end the process': 'for the whole process',
  },
} satisfies Mistake;
