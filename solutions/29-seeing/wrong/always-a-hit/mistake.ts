import type { Mistake } from '#check';

export default {
  summary: 'Every request for the front page is counted as a hit.',
  edits: [{ file: 'posts/front-page.ts', find: "        result = 'miss';\n", replace: '' }],
  fails: {
    'hits and misses of the front page': 'only does on a miss',
  },
} satisfies Mistake;
