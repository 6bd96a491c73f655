import type { Mistake } from '#check';

export default {
  summary: 'Builds the lines and the JSON itself. A title or a name can clear the terminal then.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: 'return json ? this.terminal.json(posts) : posts;',
      replace:
        "const lines = posts.map(({ id, title, author, created_at }) => [id, title, author, created_at].join(' '));\n    return json || !process.stdout.isTTY ? JSON.stringify(posts) : ['id title author created_at', ...lines].join('\\n');",
    },
  ],
  fails: {
    'posts list prints a table on a terminal': 'The platform escapes control characters in data',
    '--drafts lists drafts, and --json prints JSON on a terminal, too': 'leaves U+0080 to U+009F as they are',
  },
} satisfies Mistake;
