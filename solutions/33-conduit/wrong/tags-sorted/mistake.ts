import type { Mistake } from '#check';

export default {
  summary: 'Tags are sorted.',
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: 'order by article_id, position`',
      replace: 'order by article_id, tag`',
    },
  ],
  fails: {
    'tags keep their order, and appear once': 'Expected "tagList" to be ["',
    '20 tags of 50 characters are allowed': 'Expected all 20 tags in the article',
    'a listed article has all of its tags, whatever was asked for': 'Expected "tagList" to be',
  },
} satisfies Mistake;
