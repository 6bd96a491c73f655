import type { Mistake } from '#check';

export default {
  summary: 'The slash at the end is never removed.',
  edits: [
    {
      file: 'framework/path.ts',
      find: "return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;",
      replace: 'return path;',
    },
  ],
  fails: {
    'one slash at the end makes no difference': 'stored under another spelling',
    'a second route for the same requests is refused': 'can never match',
  },
} satisfies Mistake;
