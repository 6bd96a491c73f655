import type { Mistake } from '#check';

export default {
  summary: 'update keeps the old title and content if the body leaves them out, as PATCH would.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'Object.assign(post, { title, content, published,',
      replace: 'Object.assign(post, { title: title ?? post.title, content: content ?? post.content, published,',
    },
  ],
  fails: {
    'PUT /posts/:id replaces the post': 'update keeps the old values, as PATCH would',
  },
} satisfies Mistake;
