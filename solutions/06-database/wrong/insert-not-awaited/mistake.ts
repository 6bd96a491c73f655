import type { Mistake } from '#check';

export default {
  summary: 'create responds before the row is inserted.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `await this.db.run\`
      insert into posts (id, title, content, published, created_at, updated_at)
      values (\${post.id}, \${title}, \${content}, \${false}, \${now}, \${now})\`;`,
      replace: `void this.db.run\`
      insert into posts (id, title, content, published, created_at, updated_at)
      values (\${post.id}, \${title}, \${content}, \${false}, \${now}, \${now})\`;`,
    },
  ],
  fails: {
    'POST waits for the insert': `an \`await\` is missing before this.db.run in create`,
  },
  // Whether the row is there when the response arrives is a race.
  mayFail: ['a new post becomes a row of the table, whatever its title'],
} satisfies Mistake;
