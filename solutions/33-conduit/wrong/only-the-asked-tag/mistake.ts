import type { Mistake } from '#check';

export default {
  summary: 'A list by tag shows only that tag of each article.',
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: 'const tags = await this.#tagsOf(rows.map(({ id }) => id));',
      replace:
        'const tags = new Map<string, string[]>();\n    for (const { id } of rows) tags.set(id, (await this.#tagsOf([id])).get(id)?.slice(0, rows.length === 1 && part !== undefined ? 1 : 20) ?? []);',
    },
  ],
  fails: {
    'tags keep their order, and appear once': 'Expected "tagList" to be ["',
    '20 tags of 50 characters are allowed': 'Expected all 20 tags in the article',
    'a listed article has all of its tags, whatever was asked for': 'Expected "tagList" to be',
  },
} satisfies Mistake;
