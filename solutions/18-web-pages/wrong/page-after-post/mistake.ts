import type { Mistake } from '#check';

export default {
  summary: 'Answers a form with the page itself. Whoever reloads it writes the post a second time.',
  edits: [
    {
      file: 'pages/writing.controller.ts',
      find: "return ctx.redirect('/my-posts', 303);",
      replace: 'return this.index(ctx);',
    },
  ],
  fails: { 'a draft is kept, and only its author finds it': 'a reload must not write a second post' },
} satisfies Mistake;
