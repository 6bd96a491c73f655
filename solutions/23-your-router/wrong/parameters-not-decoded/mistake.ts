import type { Mistake } from '#check';

export default {
  summary: 'The values of parameters are handed on as they were sent.',
  edits: [
    { file: 'framework/router.ts', find: 'decodeParameter(values[i]!)', replace: 'values[i]!' },
    { file: 'framework/router.ts', find: "import { decodeParameter } from './escapes.ts';\n", replace: '' },
  ],
  fails: {
    'escapes are decoded, in routes and in parameters': 'decodeParameter',
  },
} satisfies Mistake;
