import type { Mistake } from '#check';

export default {
  summary: 'The promise of a forgotten return is left alone.',
  edits: [
    { file: 'framework/chain.ts', find: 'return guarded(inner(ctx));', replace: 'return inner(ctx);' },
    { file: 'framework/chain.ts', find: "import { guarded } from './settle.ts';\n", replace: '' },
  ],
  fails: {
    'a forgotten return does not end the process': 'no handler for its rejection',
  },
} satisfies Mistake;
