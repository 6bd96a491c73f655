import type { Mistake } from '#check';

export default {
  summary: 'The fields of the server win, but every other field of the client is stored, too.',
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
    'POST /posts takes only title and content from the body': 'copies the whole body into the post (mass assignment)',
  },
} satisfies Mistake;
