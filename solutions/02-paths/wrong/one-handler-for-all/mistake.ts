import type { Mistake } from '#check';

export default {
  summary: 'One wildcard handles every path below /tags and looks at the segments itself.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "      { method: 'GET', path: '/tags/:tag', handler: this.tag },\n",
      replace: '',
    },
    {
      file: 'library.controller.ts',
      find: "return { below: ctx.param('*') };",
      replace: "const rest = ctx.param('*');\n    return rest.includes('/') ? { below: rest } : { tag: rest };",
    },
  ],
  fails: {
    'a path parameter is decoded exactly once':
      'the wildcard handled this request, so there is no route GET /tags/:tag',
  },
} satisfies Mistake;
