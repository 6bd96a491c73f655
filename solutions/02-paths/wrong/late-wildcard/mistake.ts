import type { Mistake } from '#check';

export default {
  summary: 'The wildcard comes after a parameter, so it never competes with the pattern.',
  edits: [
    { file: 'library.controller.ts', find: "path: '/tags/*'", replace: "path: '/tags/:tag/*'" },
    {
      file: 'library.controller.ts',
      find: "{ below: ctx.param('*') }",
      replace: "{ below: `${ctx.param('tag')}/${ctx.param('*')}` }",
    },
  ],
  fails: {
    'a longer path below /tags is handled by the wildcard':
      'the body is right, but it comes from a route with another path',
  },
} satisfies Mistake;
