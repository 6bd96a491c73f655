import type { Mistake } from '#check';

export default {
  summary:
    'Says that it worked before it did: if the database fails, or the post is not theirs, people read it all the same.',
  edits: [
    {
      file: 'pages/writing.controller.ts',
      find: '    await this.posts.create(',
      replace: "    setNotice(ctx, 'draft-saved');\n    await this.posts.create(",
    },
    {
      file: 'pages/writing.controller.ts',
      find: '  async publish(ctx: Context) {\n',
      replace: "  async publish(ctx: Context) {\n    setNotice(ctx, 'published');\n",
    },
  ],
  fails: {
    'a failure of the database is not a mistake of the author': 'setNotice runs before posts.create',
    'only the author publishes a draft, and visitors are sent to the sign-in form': 'before it knows whose post it is',
  },
} satisfies Mistake;
