import type { Mistake } from '#check';

export default {
  summary: 'Joins the entries, as one does with strings. The result is a string, and is escaped.',
  edits: [{ file: 'pages/reading.views.ts', find: 'posts.map(entry)', replace: "posts.map(entry).join('')" }],
  fails: {
    'every value of a post is escaped for its place in the page': '`.join` turns an array',
    'pages show what the author typed': '`.join` turns an array',
    'nothing is lost or changed between the form and the page, however often it is loaded': '`.join` turns an array',
  },
} satisfies Mistake;
