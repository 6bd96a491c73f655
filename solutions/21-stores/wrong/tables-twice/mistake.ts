import type { Mistake } from '#check';

export default {
  summary: 'A service still creates its table itself.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '  async delete(id: string, caller: Caller)',
      replace:
        '  async onStart(): Promise<void> {\n    await this.db.get`select id from posts limit 1`;\n  }\n\n  async delete(id: string, caller: Caller)',
    },
  ],
  fails: { 'the migrations are applied in order, and logged when they are': 'PostsService still has a method onStart' },
} satisfies Mistake;
