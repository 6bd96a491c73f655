import type { Mistake } from '#check';

export default {
  summary: 'The response says that something failed, and not what.',
  edits: [{ file: 'posts/posts.controller.ts', find: '(error as Error).message', replace: "'Store failure'" }],
  fails: {
    'PUT of a post that does not exist is 500 "record not found"': 'the message of the HttpError is not',
    'POST for a user who does not exist is 500 with the message of the database': 'the message of the HttpError is not',
    'every error of the database on create, update and delete reaches the client':
      'the message of the HttpError is not',
    'the life of a post, from the registration to the delete': 'the message of the HttpError is not',
  },
} satisfies Mistake;
