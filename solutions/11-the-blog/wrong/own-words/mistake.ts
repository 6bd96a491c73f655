import type { Mistake } from '#check';

export default {
  summary: 'The answer says that the store failed, and not what it said.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'throw new HttpError(500, (error as Error).message,',
      replace: "throw new HttpError(500, 'Store failure',",
    },
  ],
  fails: {
    'PUT of a post that does not exist is 500 with the words "record not found"': '{"error":"Store failure"}',
    'POST for a user who does not exist is 500 with the words of the store': '{"error":"Store failure"}',
    'whatever the store says on create, update and delete, the client hears': '{"error":"Store failure"}',
    'the whole tour, from the registration to the last delete': '{"error":"Store failure"}',
  },
} satisfies Mistake;
