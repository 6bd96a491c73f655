import type { Mistake } from '#check';

export default {
  summary: 'Forgets `html` in front of the template inside of the list: a text, and html escapes it.',
  edits: [
    {
      file: 'pages/reading.views.ts',
      find: 'function entry(post: Post): Html',
      replace: 'function entry(post: Post): string',
    },
    { file: 'pages/reading.views.ts', find: 'return html`<li>', replace: 'return `<li>' },
  ],
  fails: { 'GET / is a page with the published posts': 'your own tags came out as text' },
} satisfies Mistake;
