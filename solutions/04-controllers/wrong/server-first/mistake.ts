import type { Mistake } from '#check';

export default {
  summary: 'What the server knows wins, but every other field of the client is kept too.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'const { title, content } = JSON.parse(',
      replace: 'const body = JSON.parse(',
    },
    {
      file: 'posts/posts.controller.ts',
      find: '{ id: randomUUID(), title, content, published: false, created_at: now, updated_at: now };',
      replace: '{ ...body, id: randomUUID(), published: false, created_at: now, updated_at: now };',
    },
  ],
  fails: {
    'POST /posts takes nothing but title and content from the body': 'six fields, and no other',
  },
} satisfies Mistake;
