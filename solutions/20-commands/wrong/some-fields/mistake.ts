import type { Mistake } from '#check';

export default {
  summary: 'Exports the fields that the type of the client names, and loses all others.',
  edits: [
    {
      file: 'export/export.controller.ts',
      find: 'posts.map((post) => `${JSON.stringify(post)}\\n`)',
      replace: 'posts.map(({ id, title, content }) => `${JSON.stringify({ id, title, content })}\\n`)',
    },
  ],
  fails: {
    'the export has all pages, one post per line': 'A backup needs all of them',
  },
} satisfies Mistake;
