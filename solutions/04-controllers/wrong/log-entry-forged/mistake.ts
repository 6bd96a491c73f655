import type { Mistake } from '#check';

export default {
  summary: 'update responds with 500 itself, and prints an entry that looks like one of the log.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "throw new Error('record not found');",
      replace:
        "{\n      console.log(JSON.stringify({ level: 'error', error: { message: 'record not found' } }));\n      return ctx.status(500).json({ error: 'Internal Server Error' });\n    }",
    },
  ],
  fails: {
    'PUT of a post that does not exist is 500, with the reason in the log only': 'looks like one of the framework',
  },
} satisfies Mistake;
