import type { Mistake } from '#check';

export default {
  summary: 'Forgets the link to the icon. Browsers ask for /favicon.ico instead, which does not exist.',
  edits: [
    {
      file: 'pages/layout.ts',
      find: '  <link rel="icon" href="/public/icon.svg">\n',
      replace: '',
    },
  ],
  fails: {
    'pages link the style, and have none of their own': 'has no <link rel="icon"',
  },
} satisfies Mistake;
