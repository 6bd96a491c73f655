import type { Mistake } from '#check';

export default {
  summary: 'Prints the whole post after publishing it.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: '    const { id, title, published } = post;\n    return { id, title, published };',
      replace: '    return post;',
    },
  ],
  fails: {
    'posts publish publishes a post, and prints it': 'the handler returns the post as it is',
  },
} satisfies Mistake;
