import type { Mistake } from '#check';

export default {
  summary: 'Whatever the client sends becomes part of the post.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'const { title, content } = JSON.parse(',
      replace: 'const body = JSON.parse(',
    },
    {
      file: 'posts/posts.controller.ts',
      find: '{ id: randomUUID(), title, content, published: false, created_at: now, updated_at: now };',
      replace: '{ id: randomUUID(), published: false, created_at: now, updated_at: now, ...body };',
    },
  ],
  fails: {
    'POST /posts takes nothing but title and content from the body': 'Take title and content out of the body, by name',
  },
} satisfies Mistake;
