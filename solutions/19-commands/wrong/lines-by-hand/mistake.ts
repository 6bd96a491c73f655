import type { Mistake } from '#check';

export default {
  summary: 'Builds the lines itself. A title can clear the terminal then.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: 'return json ? JSON.stringify(posts) : posts;',
      replace:
        "const lines = posts.map(({ id, title, author, created_at }) => [id, title, author, created_at].join(' '));\n    return json || !process.stdout.isTTY ? JSON.stringify(posts) : ['id title author created_at', ...lines].join('\\n');",
    },
  ],
  fails: {
    'posts list prints a table on a terminal': 'The platform escapes control characters in data',
  },
} satisfies Mistake;
