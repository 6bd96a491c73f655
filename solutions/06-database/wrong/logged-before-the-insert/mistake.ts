import type { Mistake } from '#check';

export default {
  summary: 'create writes its log entry before the insert.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '    await this.db.run`\n      insert into',
      replace: "    this.log.info('post created', { id: post.id });\n    await this.db.run`\n      insert into",
    },
    {
      file: 'posts/posts.service.ts',
      find: "${now}, ${now})`;\n    this.log.info('post created', { id: post.id });\n",
      replace: '${now}, ${now})`;\n',
    },
  ],
  fails: {
    'POST waits for the insert': 'create writes its log entry before the insert',
  },
} satisfies Mistake;
