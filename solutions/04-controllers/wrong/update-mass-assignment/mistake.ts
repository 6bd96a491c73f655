import type { Mistake } from '#check';

export default {
  summary: 'update copies the whole body and then restores the fields it knows about.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'const { title, content, published = false } = JSON.parse(',
      replace: 'const body = JSON.parse(',
    },
    {
      file: 'posts/posts.controller.ts',
      find: 'Object.assign(post, { title, content, published, updated_at: new Date().toISOString() })',
      replace:
        'Object.assign(post, { published: false }, body, { id: post.id, created_at: post.created_at, updated_at: new Date().toISOString() })',
    },
  ],
  fails: {
    'PUT /posts/:id replaces the post': 'including a field that is not in post.ts',
  },
} satisfies Mistake;
