import type { Mistake } from '#check';

export default {
  summary: 'The first post is made in the constructor, where nobody waits for it and the log is not there yet.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'async onStart(): Promise<void> {\n    await',
      replace: 'constructor() {\n    void',
    },
  ],
  fails: {
    'GET /posts lists the newest post first': 'Cannot read properties of undefined',
    'posts are made, shown, changed and deleted as before': 'Cannot read properties of undefined',
    'a post that does not exist is 404 to GET and 500 to PUT, as before': 'Cannot read properties of undefined',
    'POST /posts writes a line with the id to the log': 'Cannot read properties of undefined',
    'the blog starts with a first post': 'Cannot read properties of undefined',
    'GET /admin/drafts shows what POST /posts has made': 'Cannot read properties of undefined',
    'DELETE /admin/drafts throws the drafts away, and only them': 'Cannot read properties of undefined',
  },
} satisfies Mistake;
