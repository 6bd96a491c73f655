import type { Mistake } from '#check';

export default {
  summary: 'A handler that throws can be run a second time.',
  edits: [
    {
      file: 'framework/chain.ts',
      find: '        continued = true;\n        return guarded(inner(ctx));',
      replace: '        const result = guarded(inner(ctx));\n        continued = true;\n        return result;',
    },
  ],
  fails: {
    'a second next() is an error that names the middleware': 'Remember it before you continue',
  },
} satisfies Mistake;
