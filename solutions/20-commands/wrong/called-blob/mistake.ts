import type { Mistake } from '#check';

export default {
  summary: 'Gives the program another name.',
  edits: [{ file: 'cli.ts', find: "name: 'blog'", replace: "name: 'blob'" }],
  fails: {
    'the help names the program and the command': "has no name: 'blog'",
  },
} satisfies Mistake;
