import type { Mistake } from '#check';

export default {
  summary: 'Replaces < and >, and forgets that a quote ends an attribute.',
  edits: [
    {
      file: 'pages/reading.views.ts',
      find: "import { type Html, html } from 'trellis';",
      replace: "import { type Html, html, raw } from 'trellis';",
    },
    { file: 'pages/reading.views.ts', find: 'title="${start}"', replace: 'title="${raw(\'\')}${start}"' },
    { file: 'pages/reading.views.ts', find: 'return html`<li><a', replace: 'return raw(`<li><a' },
    {
      file: 'pages/reading.views.ts',
      find: '${post.title}</a> ${byline(post)}</li>`',
      replace: '${escaped(post.title)}</a> ${byline(post)}</li>`)',
    },
    {
      file: 'pages/reading.views.ts',
      find: 'const start = post.content.slice(0, 80)',
      replace:
        "const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');\n  const start = escaped(post.content.slice(0, 80))",
    },
  ],
  fails: {
    'a script in a post never runs in the browser of a reader': 'succeeded',
    'every value of a post is escaped for its place in the page': 'a quote ends the value',
  },
} satisfies Mistake;
