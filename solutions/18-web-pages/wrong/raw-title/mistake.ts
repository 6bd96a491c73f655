import type { Mistake } from '#check';

export default {
  summary: 'Vouches for a title with raw(), because the quotes in it looked ugly as &quot;.',
  edits: [
    { file: 'pages/reading.views.ts', find: '{ type Html, html }', replace: '{ type Html, html, raw }' },
    { file: 'pages/reading.views.ts', find: '">${post.title}</a>', replace: '">${raw(post.title)}</a>' },
  ],
  fails: { 'what an author types stays text': 'raw(…) would vouch for it' },
} satisfies Mistake;
