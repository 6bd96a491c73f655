import type { Mistake } from '#check';

export default {
  summary: 'create removes the spaces around the title and the content.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'id: randomUUID(), title, content,',
      replace: 'id: randomUUID(), title: title.trim(), content: content.trim(),',
    },
  ],
  fails: {
    'POST /posts responds with 201 and the new post': 'create changes the strings',
  },
} satisfies Mistake;
