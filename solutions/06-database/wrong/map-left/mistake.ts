import type { Mistake } from '#check';

export default {
  summary: 'Every new post is also stored in a Map that nothing reads.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '@inject(Log)',
      replace: 'readonly #posts = new Map<string, Post>();\n  @inject(Log)',
    },
    {
      file: 'posts/posts.service.ts',
      find: '    this.log.info(',
      replace: '    this.#posts.set(post.id, post);\n    this.log.info(',
    },
  ],
  fails: {
    'the Map is gone': 'still creates a Map',
  },
} satisfies Mistake;
