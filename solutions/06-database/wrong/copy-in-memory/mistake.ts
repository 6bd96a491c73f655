import type { Mistake } from '#check';

export default {
  summary: 'find keeps every post that it has read in a Map.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '@inject(Log)',
      replace: 'readonly #copies = new Map<string, Post>();\n  @inject(Log)',
    },
    {
      file: 'posts/posts.service.ts',
      find: '    const row = await this.db.get<PostRow>`select * from posts where id = ${id}`;\n    return row && toPost(row);',
      replace:
        '    const copy = this.#copies.get(id);\n    if (copy) return copy;\n    const row = await this.db.get<PostRow>`select * from posts where id = ${id}`;\n    if (row) this.#copies.set(id, toPost(row));\n    return row && toPost(row);',
    },
    {
      file: 'posts/posts.service.ts',
      find: '    if (row === undefined) throw',
      replace: '    this.#copies.delete(id);\n    if (row === undefined) throw',
    },
    {
      file: 'posts/posts.service.ts',
      find: '    await this.db.run`delete from posts where id = ${id}`;',
      replace: '    this.#copies.delete(id);\n    await this.db.run`delete from posts where id = ${id}`;',
    },
  ],
  fails: {
    'GET /posts/:id reads the table': 'find keeps a copy of the post in memory',
    'the Map is gone': 'still creates a Map',
  },
} satisfies Mistake;
