import type { Mistake } from '#check';

export default {
  summary: 'The controller does not await the post, and a promise is never undefined.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'const post = await this.posts.find(',
      replace: 'const post = this.posts.find(',
    },
  ],
  fails: {
    'posts are created, shown, replaced and deleted as before': '204',
    'a post that does not exist is 404 for GET and 500 for PUT, as before': 'A promise is never undefined',
    'DELETE /admin/drafts deletes the drafts and nothing else': '204',
  },
} satisfies Mistake;
