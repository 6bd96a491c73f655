import type { Mistake } from '#check';

export default {
  summary: 'The body is bound, but PostsService.create still copies every field except published, from any caller.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `async create({ title, content }: Pick<Post, 'title' | 'content'>): Promise<Post> {`,
      replace: `async create(fields: Pick<Post, 'title' | 'content'> & Partial<Post>): Promise<Post> {`,
    },
    {
      file: 'posts/posts.service.ts',
      find: 'const post: Post = { id: uuid(), title, content, published: false, created_at: now, updated_at: now };',
      replace: 'const post: Post = { id: uuid(), created_at: now, updated_at: now, ...fields, published: false };',
    },
    {
      file: 'posts/posts.service.ts',
      find: `\${title}, \${content}, \${false}, \${now}, \${now})\`;`,
      replace: `\${post.title}, \${post.content}, \${post.published}, \${post.created_at}, \${post.updated_at})\`;`,
    },
  ],
  fails: {
    'PostsService.create takes a title and content, and nothing else':
      '`create` of the service copies every field that it gets',
  },
} satisfies Mistake;
