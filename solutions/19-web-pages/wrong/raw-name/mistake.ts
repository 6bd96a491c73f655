import type { Mistake } from '#check';

export default {
  summary: 'Escapes what is in a post, and trusts the name of its author, which users choose as well.',
  edits: [
    {
      file: 'pages/reading.views.ts',
      find: '{ type Html, html }',
      replace: '{ type Html, html, raw }',
    },
    {
      file: 'pages/reading.views.ts',
      find: '${author?.name}',
      replace: '${raw(author?.name ?? "")}',
    },
  ],
  fails: {
    'every value of a post is escaped for its place in the page': 'its <i> is an element',
  },
} satisfies Mistake;
