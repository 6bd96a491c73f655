import type { Mistake } from '#check';

export default {
  summary: 'Prints everything that a post has, its content and the email of its author included.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: '.slice(0, most)\n      .map(({ id, title, author, created_at }) => ({ id, title, author: author?.name, created_at }));',
      replace: '.slice(0, most);',
    },
  ],
  fails: {
    'posts list prints a table on a terminal': 'returns the posts as they are',
    '--drafts lists drafts, and --json prints JSON on a terminal, too': 'returns the posts as they are',
  },
} satisfies Mistake;
