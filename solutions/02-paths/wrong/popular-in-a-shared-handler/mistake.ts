import type { Mistake } from '#check';

export default {
  summary: 'The route /tags/popular has the handler of /tags/:tag, which tells the two apart.',
  edits: [
    { file: 'library.controller.ts', find: 'handler: this.popular', replace: 'handler: this.tag' },
    {
      file: 'library.controller.ts',
      find: "    return { tag: ctx.param('tag') };",
      replace: '    const tag = ctx.request.params().tag;\n    return tag === undefined ? this.popular() : { tag };',
    },
  ],
  fails: {
    'GET /tags/popular is handled by a route of its own': 'have the same handler',
  },
} satisfies Mistake;
