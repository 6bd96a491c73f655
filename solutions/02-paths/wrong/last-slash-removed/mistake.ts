import type { Mistake } from '#check';

export default {
  summary: 'The handler removes a slash at the end of the rest.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "{ below: ctx.param('*') }",
      replace: "{ below: ctx.param('*').replace(/[/]$/, '') }",
    },
  ],
  fails: {
    'a longer path below /tags is handled by the wildcard': 'Return what ctx.param("*") returns, unchanged',
  },
} satisfies Mistake;
