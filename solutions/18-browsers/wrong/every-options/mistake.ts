import type { Mistake } from '#check';

export default {
  summary: 'Responds to every OPTIONS, even if it is not a preflight.',
  edits: [{ file: 'edge/cors.ts', find: " && ctx.header('Access-Control-Request-Method') !== ''", replace: '' }],
  fails: {
    'a trusted origin may read every response, even errors': 'is not a preflight',
  },
} satisfies Mistake;
