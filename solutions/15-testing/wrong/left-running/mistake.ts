import type { Mistake } from '#check';

export default {
  summary: 'The application is never stopped.',
  edits: [
    {
      file: 'tests/blog.ts',
      find: `  t.after(() => blog.stop());
`,
      replace: `  void t;
`,
    },
  ],
  fails: {
    'posts.test.ts passes on the blog': 'does not stop it',
    'posts.test.ts passes on another correct blog': 'does not stop it',
    'posts.test.ts finds every bug': 'does not stop it',
  },
} satisfies Mistake;
