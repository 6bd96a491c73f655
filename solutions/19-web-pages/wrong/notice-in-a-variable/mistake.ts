import type { Mistake } from '#check';

export default {
  summary: 'Keeps the notice in a variable of the program. The next visitor sees it, even another one.',
  edits: [
    {
      file: 'pages/flash.ts',
      find: "const cookie = 'notice';",
      replace: "const cookie = 'notice';\nlet pending = '';",
    },
    {
      file: 'pages/flash.ts',
      find: '  ctx.setCookie(cookie, name, {',
      replace: '  pending = name;\n  ctx.setCookie(cookie, name, {',
    },
    {
      file: 'pages/flash.ts',
      find: '  const name = ctx.cookie(cookie);\n',
      replace: "  const name = ctx.cookie(cookie) || pending;\n  pending = '';\n",
    },
  ],
  fails: {
    'a notice is shown on the next page, once': 'a variable of the program',
  },
} satisfies Mistake;
