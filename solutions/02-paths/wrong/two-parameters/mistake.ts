import type { Mistake } from '#check';

export default {
  summary: 'A pattern with two parameters is used where a wildcard is needed.',
  edits: [
    { file: 'library.controller.ts', find: "path: '/tags/*'", replace: "path: '/tags/:one/:two'" },
    {
      file: 'library.controller.ts',
      find: "{ below: ctx.param('*') }",
      replace: "{ below: `${ctx.param('one')}/${ctx.param('two')}` }",
    },
  ],
  fails: {
    'a longer path below /tags is handled by the wildcard': 'a path with parameters matches a fixed number of segments',
  },
} satisfies Mistake;
