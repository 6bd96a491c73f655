import type { Mistake } from '#check';

export default {
  summary: 'The controller does not wait for the post, and a promise is never undefined.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'const post = await this.posts.find(',
      replace: 'const post = this.posts.find(',
    },
  ],
  fails: {
    'posts are made, shown, changed and deleted as before': 'got 204',
    'a post that does not exist is 404 to GET and 500 to PUT, as before': 'A promise is never undefined',
    'DELETE /admin/drafts throws the drafts away, and only them': 'got 204',
  },
} satisfies Mistake;
