import type { Mistake } from '#check';

export default {
  summary: 'Every start deletes the posts with the title of the old first post.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '      updated_at text not null\n    )`;\n',
      replace:
        "      updated_at text not null\n    )`;\n    await this.db.run`delete from posts where title = ${'Welcome'}`;\n",
    },
  ],
  fails: {
    'a second start keeps the table and its rows': 'onStart drops the table, or deletes its rows',
  },
} satisfies Mistake;
