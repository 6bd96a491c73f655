import type { Mistake } from '#check';

export default {
  summary: 'Returns the JSON before it removes the additional post. Scripts get one too many, and no remark.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: '    if (found.length > most) this',
      replace:
        '    if (json) {\n      return this.terminal.json(\n        found.map(({ id, title, author, created_at }) => ({ id, title, author: author?.name, created_at })),\n      );\n    }\n    if (found.length > most) this',
    },
  ],
  fails: {
    'a remark goes to stderr, and stdout stays JSON': 'before it removes the additional post',
  },
} satisfies Mistake;
