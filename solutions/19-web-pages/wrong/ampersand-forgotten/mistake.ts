import type { Mistake } from '#check';

export default {
  summary: 'Escapes the title by hand, without the &. A title about &lt; looks like one about <.',
  edits: [
    {
      file: 'pages/reading.views.ts',
      find: '">${post.title}</a>',
      replace: "\">${raw(post.title.replaceAll('<', '&lt;'))}</a>",
    },
    {
      file: 'pages/reading.views.ts',
      find: 'html }',
      replace: 'html, raw }',
    },
  ],
  fails: {
    'every value of a post is escaped for its place in the page': '& was forgotten',
  },
} satisfies Mistake;
