import type { Mistake } from '#check';

export default {
  summary: 'The date of the deprecation is in the year 58466.',
  edits: [{ file: 'api/deprecated.ts', find: 'since.getTime() / 1000', replace: 'since.getTime()' }],
  fails: {
    'version 1 announces its end, version 2 does not': 'the date is in milliseconds',
  },
} satisfies Mistake;
