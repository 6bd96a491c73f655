import type { Mistake } from '#check';

export default {
  summary: 'Removes the attribute title, instead of escaping it.',
  edits: [
    {
      file: 'pages/reading.views.ts',
      find: ' title="${start}"',
      replace: '',
    },
  ],
  fails: {
    'every value of a post is escaped for its place in the page': 'the attribute title was removed',
  },
} satisfies Mistake;
