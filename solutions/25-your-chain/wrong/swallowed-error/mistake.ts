import type { Mistake } from '#check';

export default {
  summary: 'The error of a guarded promise is lost.',
  edits: [
    {
      file: 'framework/settle.ts',
      find: '  if (value instanceof Promise) value.then(undefined, () => {});\n  return value;',
      replace: '  return value instanceof Promise ? (value.then(undefined, () => {}) as T) : value;',
    },
  ],
  fails: {
    'a forgotten return does not end the process': 'swallowed',
  },
} satisfies Mistake;
