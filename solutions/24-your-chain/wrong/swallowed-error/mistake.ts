import type { Mistake } from '#check';

export default {
  summary: 'The error of a guarded promise is lost.',
  edits: [
    {
      file: 'framework/chain.ts',
      find: '  if (isPromise(value)) value.then(undefined, () => {});\n  return value;',
      replace: '  return isPromise(value) ? value.then(undefined, () => {}) : value;',
    },
  ],
  fails: {
    'a forgotten return does not end the process': 'swallowed',
  },
} satisfies Mistake;
