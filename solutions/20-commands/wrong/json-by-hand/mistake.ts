import type { Mistake } from '#check';

export default {
  summary:
    'Prints the result with console.log. People get JSON, and nothing makes control characters in the title harmless.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: '    return { id, title, published };',
      replace: '    console.log(JSON.stringify({ id, title, published }));',
    },
  ],
  fails: {
    'posts publish publishes a post, and prints it': 'prints JSON itself',
  },
} satisfies Mistake;
