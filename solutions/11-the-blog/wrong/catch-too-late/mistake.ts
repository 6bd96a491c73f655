import type { Mistake } from '#check';

export default {
  summary: 'The try is over before the promise fails.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "return this.posts.update(ctx.param('id'), body).catch(storeFailed);",
      replace:
        "try {\n      return this.posts.update(ctx.param('id'), body);\n    } catch (error) {\n      return storeFailed(error);\n    }",
    },
  ],
  fails: {
    'PUT of a post that does not exist is 500 with the words "record not found"': 'await it inside of try',
    'whatever the store says on create, update and delete, the client hears': 'await it inside of try',
    'the whole tour, from the registration to the last delete': 'await it inside of try',
  },
} satisfies Mistake;
