import type { Mistake } from '#check';

export default {
  summary: 'The route /tags/* has the handler of /files/*, which tells the two apart by the URL.',
  edits: [
    { file: 'library.controller.ts', find: 'handler: this.below', replace: 'handler: this.file' },
    {
      file: 'library.controller.ts',
      find: "    return { file: ctx.param('*') };",
      replace:
        "    const isFile = ctx.request.path.startsWith('/files/');\n    return isFile ? { file: ctx.param('*') } : this.below(ctx);",
    },
  ],
  fails: {
    'a longer path below /tags is handled by the wildcard': 'have the same handler',
  },
} satisfies Mistake;
