import type { Mistake } from '#check';

export default {
  summary: 'update responds with the same 500 itself and prints the reason.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "throw new Error('record not found');",
      replace:
        "{\n      console.error('record not found');\n      return ctx.status(500).json({ error: 'Internal Server Error' });\n    }",
    },
  ],
  fails: {
    'PUT of a post that does not exist is 500, with the reason in the log only': 'or responds with 500 itself',
  },
} satisfies Mistake;
