import type { Mistake } from '#check';

export default {
  summary: 'Joins the pieces to a text, as one does with templates elsewhere: html escapes it.',
  edits: [{ file: 'pages/reading.views.ts', find: 'posts.map(entry)', replace: "posts.map(entry).join('')" }],
  fails: {
    'GET / is a page with the published posts': '`.join` made a text of the pieces',
    'what an author types stays text': '`.join` made a text of the pieces',
  },
} satisfies Mistake;
