import type { Mistake } from '#check';

export default {
  summary: 'A preflight is answered before the security headers have their turn.',
  edits: [
    { file: 'app.options.ts', find: '[SecurityHeaders, Cors, Audit]', replace: '[Cors, SecurityHeaders, Audit]' },
  ],
  fails: {
    'a page of an origin in CORS_ORIGINS may ask first': 'SecurityHeaders stands before Cors',
  },
} satisfies Mistake;
