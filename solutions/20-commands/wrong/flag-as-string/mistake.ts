import type { Mistake } from '#check';

export default {
  summary: 'Reads the flag as a string. It is a string even if it is missing.',
  edits: [
    { file: 'commands/commands.controller.ts', find: 'published: !drafts', replace: "published: `${drafts}` === ''" },
  ],
  fails: {
    'posts list prints a table on a terminal': 'latest({ published: true',
    'a remark goes to stderr, and stdout stays JSON': 'the list is not of published posts',
  },
} satisfies Mistake;
