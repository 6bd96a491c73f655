import type { Mistake } from '#check';

export default {
  summary: 'update copies the whole body, id included.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'const { title, content, published = false } = JSON.parse(',
      replace: 'const body = JSON.parse(',
    },
    {
      file: 'posts/posts.controller.ts',
      find: 'Object.assign(post, { title, content, published, updated_at: new Date().toISOString() })',
      replace: 'Object.assign(post, { published: false }, body, { updated_at: new Date().toISOString() })',
    },
  ],
  fails: {
    'PUT /posts/:id replaces the post': 'The client must not change id and created_at',
  },
} satisfies Mistake;
