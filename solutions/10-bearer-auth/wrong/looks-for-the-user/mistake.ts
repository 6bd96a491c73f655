import type { Mistake } from '#check';

export default {
  summary: 'The handler looks for the user first, and the column is not a foreign key.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'author_id text not null references users (id)',
      replace: 'author_id text not null',
    },
    {
      file: 'posts/posts.service.ts',
      find: '    const now = new Date().toISOString();\n    const id = uuid();',
      replace:
        "    const user = await this.db.get`select id from users where id = ${author_id}`;\n    if (user === undefined) throw new Error('no such user');\n    const now = new Date().toISOString();\n    const id = uuid();",
    },
  ],
  fails: {
    'the table refuses a post of a user who does not exist': 'something other than the table refused it',
  },
} satisfies Mistake;
