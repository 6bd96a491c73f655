import type { Mistake } from '#check';

export default {
  summary: 'CreatePostDTO allows published, and the service uses it.',
  edits: [
    {
      file: 'posts/post.dto.ts',
      find: 'export class CreatePostDTO {',
      replace: `export class CreatePostDTO {
  @field('boolean') published!: boolean;`,
    },
    {
      file: 'posts/posts.controller.ts',
      find: 'this.posts.create(body)',
      replace:
        'this.posts.create(body).then((post) => (body.published ? this.posts.update(post.id, { ...post, published: true }) : post))',
    },
  ],
  fails: {
    'POST /posts with a title and content is 201': 'CreatePostDTO also has the field published',
    'the attack "mass-assignment" is blocked': 'The attack "mass-assignment" succeeded',
    'fields that the DTO does not name are ignored':
      'the DTO has more fields than title and content, or the handler passes on more than ctx.bind returned',
  },
} satisfies Mistake;
