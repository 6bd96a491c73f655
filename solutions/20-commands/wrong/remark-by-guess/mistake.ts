import type { Mistake } from '#check';

export default {
  summary: 'Asks for as many posts as it shows, and says that there are more whenever the list is full.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: 'limit: most + 1',
      replace: 'limit: most',
    },
    {
      file: 'commands/commands.controller.ts',
      find: 'found.length > most',
      replace: 'found.length === most',
    },
  ],
  fails: {
    'a remark goes to stderr, and stdout stays JSON': 'Ask for one more',
  },
} satisfies Mistake;
