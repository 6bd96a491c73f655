import type { Mistake } from '#check';

export default {
  summary: 'The quotes in the title are escaped by hand, and the result is disguised as a template.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `await this.db.run\`
      insert into posts (id, title, content, published, created_at, updated_at)
      values (\${post.id}, \${title}, \${content}, \${false}, \${now}, \${now})\`;`,
      replace: `const escape = (text: string) => text.replaceAll("'", "''");
    const sql = \`insert into posts (id, title, content, published, created_at, updated_at)
      values ('\${post.id}', '\${escape(title)}', '\${escape(content)}', 0, '\${now}', '\${now}')\`;
    await this.db.run(Object.assign([sql], { raw: [sql] }));`,
    },
  ],
  fails: {
    'a new post becomes a row of the table, whatever its title': 'the value is part of the SQL string',
  },
} satisfies Mistake;
