import type { Mistake } from '#check';

export default {
  summary: 'onStart catches the error of create, so the application starts without its first post.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: "await this.create({ title: 'Welcome', content: 'This blog was planted today.' });",
      replace: `try {
      await this.create({ title: 'Welcome', content: 'This blog was planted today.' });
    } catch {
      this.log.error('no first post');
    }`,
    },
  ],
  fails: {
    'the first post is created in onStart': 'onStart catches the error of create',
  },
} satisfies Mistake;
