import type { Mistake } from '#check';

export default {
  summary: 'The original error is not passed on.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: '(error as Error).message, { cause: error })',
      replace: '(error as Error).message)',
    },
  ],
  fails: {
    'every error of the database on create, update and delete reaches the client': 'the HttpError has no `cause`',
    'PUT of a post that does not exist is 500 "record not found"': 'the HttpError has no `cause`',
  },
} satisfies Mistake;
