import type { Mistake } from '#check';

export default {
  summary: 'The route for one tag has a wildcard and handles longer paths as well.',
  edits: [
    { file: 'library.controller.ts', find: "path: '/tags/:tag'", replace: "path: '/tags/*'" },
    {
      file: 'library.controller.ts',
      find: "return { tag: ctx.param('tag') };",
      replace: "return { tag: ctx.param('*') };",
    },
    {
      file: 'library.controller.ts',
      find: "      { method: 'GET', path: '/tags/*', handler: this.below },\n",
      replace: '',
    },
  ],
  fails: {
    'a path parameter matches one segment, below /tags only': 'the route of step 1 has a wildcard in its path',
    'a longer path below /tags is handled by the wildcard': 'the body contains tag instead of below',
  },
} satisfies Mistake;
