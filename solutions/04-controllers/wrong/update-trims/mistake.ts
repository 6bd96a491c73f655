import type { Mistake } from '#check';

export default {
  summary: 'update trims the strings.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'Object.assign(post, { title, content,',
      replace: 'Object.assign(post, { title: title?.trim(), content: content?.trim(),',
    },
  ],
  fails: {
    'PUT /posts/:id replaces the post': 'update changes the strings',
  },
} satisfies Mistake;
