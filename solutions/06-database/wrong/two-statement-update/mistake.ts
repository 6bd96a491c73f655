import type { Mistake } from '#check';

export default {
  summary: 'update needs two statements, and another request can come between them.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `const row = await this.db.get<PostRow>\`
      update posts set title = \${title}, content = \${content}, published = \${published}, updated_at = \${now}
      where id = \${id}
      returning *\`;
    if (row === undefined) throw new Error('record not found');
    return toPost(row);`,
      replace: `const { changes: count } = await this.db.run\`
      update posts set title = \${title}, content = \${content}, published = \${published}, updated_at = \${now}
      where id = \${id}\`;
    if (count === 0) throw new Error('record not found');
    return (await this.find(id)) as Post;`,
    },
  ],
  fails: {
    'PUT needs one statement': 'another request can change the row',
  },
} satisfies Mistake;
