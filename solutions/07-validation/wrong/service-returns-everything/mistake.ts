import type { Mistake } from '#check';

export default {
  summary: 'PostsService.create still copies every field of a caller, and overrides only the four that exist today.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `async create({ title, content }: Pick<Post, 'title' | 'content'>): Promise<Post> {`,
      replace: `async create(fields: Pick<Post, 'title' | 'content'> & Partial<Post>): Promise<Post> {`,
    },
    {
      file: 'posts/posts.service.ts',
      find: 'const post: Post = { id: uuid(), title, content, published: false, created_at: now, updated_at: now };',
      replace: 'const post: Post = { ...fields, id: uuid(), published: false, created_at: now, updated_at: now };',
    },
    {
      file: 'posts/posts.service.ts',
      find: `\${title}, \${content}, \${false}, \${now}, \${now})\`;`,
      replace: `\${post.title}, \${post.content}, \${false}, \${now}, \${now})\`;`,
    },
  ],
  fails: {
    'PostsService.create takes a title and content, and nothing else': 'a field that another caller had made up',
  },
} satisfies Mistake;
