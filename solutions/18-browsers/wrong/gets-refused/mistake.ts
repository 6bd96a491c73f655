import type { Mistake } from '#check';

export default {
  summary: 'Links from other sites do not work.',
  edits: [
    { file: 'edge/cross-origin-protection.ts', find: "['GET', 'HEAD', 'OPTIONS']", replace: "['HEAD', 'OPTIONS']" },
  ],
  fails: {
    'all other requests pass': 'links from other sites must work',
  },
  mayFail: [
    'a trusted origin may read every response, even errors',
    'any other origin gets no permission',
    'every response has the security headers',
  ],
} satisfies Mistake;
