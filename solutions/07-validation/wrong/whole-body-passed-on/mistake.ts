import type { Mistake } from '#check';

export default {
  summary: 'The body is bound, and then the whole body is passed on anyway.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'const body = await ctx.bind(CreatePostDTO);',
      replace: `await ctx.bind(CreatePostDTO);
    const body = JSON.parse(String(await ctx.request.body()));`,
    },
    {
      file: 'posts/posts.service.ts',
      find: `async create({ title, content }: Pick<Post, 'title' | 'content'>): Promise<Post> {`,
      replace: `async create({ title, content, ...others }: Pick<Post, 'title' | 'content'> & Partial<Post>): Promise<Post> {`,
    },
    {
      file: 'posts/posts.service.ts',
      find: 'published: false, created_at: now, updated_at: now };',
      replace: 'published: false, created_at: now, updated_at: now, ...others };',
    },
    {
      file: 'posts/posts.service.ts',
      find: `\${false}, \${now}, \${now})\`;
    this.log`,
      replace: `\${post.published}, \${post.created_at}, \${now})\`;
    this.log`,
    },
  ],
  fails: {
    'the attack "mass-assignment" is blocked': 'The attack "mass-assignment" succeeded',
    'fields that the DTO does not name are ignored':
      'the DTO has more fields than title and content, or the handler passes on more than ctx.bind returned',
    'PostsService.create takes a title and content, and nothing else':
      '`create` of the service copies every field that it gets',
    'the handler uses what bind returned': 'parses the body itself and uses that',
  },
} satisfies Mistake;
