import type { Mistake } from '#check';

export default {
  summary: 'Trusts the title with raw(), because quotes looked odd as &quot;.',
  edits: [
    { file: 'pages/reading.views.ts', find: '{ type Html, html }', replace: '{ type Html, html, raw }' },
    { file: 'pages/reading.views.ts', find: '">${post.title}</a>', replace: '">${raw(post.title)}</a>' },
  ],
  fails: {
    'a script in a post never runs in the browser of a reader': 'succeeded',
    'every value of a post is escaped for its place in the page': 'raw(…) is still around',
  },
} satisfies Mistake;
