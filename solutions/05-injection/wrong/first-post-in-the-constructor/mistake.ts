import type { Mistake } from '#check';

export default {
  summary: 'The first post is created in the constructor, where the log does not exist yet.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'async onStart(): Promise<void> {\n    await',
      replace: 'constructor() {\n    void',
    },
  ],
  fails: {
    'posts are created, shown, replaced and deleted as before': 'Cannot read properties of undefined',
    'a post that does not exist is 404 for GET and 500 for PUT, as before': 'Cannot read properties of undefined',
    'every handler calls the service and waits for it': 'Cannot read properties of undefined',
    'GET /posts lists the newest post first': 'Cannot read properties of undefined',
    'POST /posts writes a log entry with the id': 'Cannot read properties of undefined',
    'the blog starts with a first post': 'Cannot read properties of undefined',
    'GET /admin/drafts lists the drafts that POST /posts created': 'Cannot read properties of undefined',
    'DELETE /admin/drafts deletes the drafts and nothing else': 'Cannot read properties of undefined',
    'DELETE /admin/drafts calls discardDrafts and waits for it': 'Cannot read properties of undefined',
    'the first post is created in onStart': 'for example in a constructor',
  },
} satisfies Mistake;
