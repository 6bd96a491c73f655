import type { Mistake } from '#check';

export default {
  summary: 'Forgets `html` before the template of an entry.',
  edits: [
    {
      file: 'pages/reading.views.ts',
      find: 'function entry(post: Post): Html',
      replace: 'function entry(post: Post): string',
    },
    { file: 'pages/reading.views.ts', find: 'return html`<li>', replace: 'return `<li>' },
  ],
  fails: {
    'pages show what the author typed': 'has no `html` before it',
  },
} satisfies Mistake;
