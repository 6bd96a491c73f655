import type { Mistake } from '#check';

export default {
  summary: 'Cors sets Vary instead of appending to it, so what another middleware has written there is lost.',
  edits: [{ file: 'edge/cors.ts', find: "appendHeader('Vary', 'Origin')", replace: "setHeader('Vary', 'Origin')" }],
  fails: {
    'a trusted origin may read every response, even errors': 'append to it with appendHeader',
  },
} satisfies Mistake;
