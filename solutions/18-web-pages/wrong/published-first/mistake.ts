import type { Mistake } from '#check';

export default {
  summary: 'Publishes first, and looks afterwards whose post it was.',
  edits: [
    {
      file: 'pages/writing.controller.ts',
      find: "const post = await this.posts.find(ctx.param('id'));",
      replace: "const post = await this.posts.publish(ctx.param('id'));",
    },
  ],
  fails: { "nobody publishes another's draft": 'Look whose it is before you call publish' },
} satisfies Mistake;
