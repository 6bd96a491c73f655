import type { Mistake } from '#check';

export default {
  summary: 'Shows whatever is in the cookie.',
  edits: [{ file: 'pages/flash.ts', find: 'return notices.get(name);', replace: 'return notices.get(name) ?? name;' }],
  fails: {
    'a cookie cannot put words into our mouth': 'shows the value of the cookie',
  },
} satisfies Mistake;
