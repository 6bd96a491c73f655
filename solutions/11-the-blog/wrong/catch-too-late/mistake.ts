import type { Mistake } from '#check';

export default {
  summary: 'The try block ends before the promise is rejected.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "return this.posts.update(ctx.param('id'), body).catch(storeFailed);",
      replace:
        "try {\n      return this.posts.update(ctx.param('id'), body);\n    } catch (error) {\n      return storeFailed(error);\n    }",
    },
  ],
  fails: {
    'PUT of a post that does not exist is 500 "record not found"': 'use `return await`',
  },
} satisfies Mistake;
