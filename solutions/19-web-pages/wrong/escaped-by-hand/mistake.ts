import type { Mistake } from '#check';

export default {
  summary: 'Escapes the five characters by hand. That is enough for text and attributes, and not for an address.',
  edits: [
    {
      file: 'pages/reading.views.ts',
      find: "import { type Html, html } from 'trellis';",
      replace: "import { type Html, html, raw } from 'trellis';",
    },
    {
      file: 'pages/reading.views.ts',
      find: 'html`<a href="${text}" rel="nofollow ugc">${text}</a>`',
      replace: 'raw(`<a href="${escaped(text)}" rel="nofollow ugc">${escaped(text)}</a>`)',
    },
    {
      file: 'pages/reading.views.ts',
      find: 'function line(text: string)',
      replace:
        'const escaped = (text: string) => text.replace(/[&<>"\']/g, (char) => `&#${char.charCodeAt(0)};`);\n\nfunction line(text: string)',
    },
  ],
  fails: {
    'a script in a post never runs in the browser of a reader': 'succeeded',
    'every value of a post is escaped for its place in the page': 'a browser runs it anyway',
  },
} satisfies Mistake;
