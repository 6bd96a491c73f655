import type { Mistake } from '#check';

export default {
  summary: 'All errors pass, and the message that the contract asks for is lost.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: '  if (error instanceof Unavailable) throw error;\n',
      replace: '  if (error instanceof Unavailable || error instanceof Error) throw error;\n',
    },
  ],
  fails: { 'what the database refuses is still 500, with its message': 'all errors pass now' },
} satisfies Mistake;
