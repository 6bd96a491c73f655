import type { Mistake } from '#check';

export default {
  summary: 'Responds to the form with the list. A reload saves the draft a second time.',
  edits: [
    {
      file: 'pages/writing.controller.ts',
      find: "return ctx.redirect('/my-posts', 303);",
      replace: 'return this.index(ctx);',
    },
  ],
  fails: {
    'a draft is saved once, and the browser is redirected': 'saves a second draft',
  },
} satisfies Mistake;
