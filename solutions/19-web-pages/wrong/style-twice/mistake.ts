import type { Mistake } from '#check';

export default {
  summary: 'Links the file, and leaves a <style> in the page, which the policy blocks.',
  edits: [
    {
      file: 'pages/layout.ts',
      find: '  <link rel="stylesheet" href="/public/style.css">',
      replace: '  <link rel="stylesheet" href="/public/style.css">\n  <style>.quiet { color: gray; }</style>',
    },
  ],
  fails: {
    'pages link the style, and have none of their own': 'the old <style> element',
  },
} satisfies Mistake;
