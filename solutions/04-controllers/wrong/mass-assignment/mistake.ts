import type { Mistake } from '#check';

export default {
  summary: 'Everything that the client sends becomes part of the post, and overrides the fields of the server.',
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
    'POST /posts takes only title and content from the body':
      'the handler copies more from the body than it should (mass',
  },
} satisfies Mistake;
