import type { Mistake } from '#check';

export default {
  summary: 'A second route for the same requests replaces the first.',
  edits: [
    { file: 'framework/router.ts', find: 'if (equal !== undefined) {', replace: 'if (equal !== undefined && false) {' },
  ],
  fails: {
    'a second route for the same requests is refused': 'the second one replaces it',
  },
} satisfies Mistake;
