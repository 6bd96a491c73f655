import type { Mistake } from '#check';

export default {
  summary: 'A change of the tags adds them to the old ones.',
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: '        await tx.run`delete from article_tags where article_id = ${article.id}`;\n        await insertTags(tx, article.id, tagList);',
      replace:
        '        await tx.run`update article_tags set position = position + 100 where article_id = ${article.id}`;\n        await insertTags(tx, article.id, tagList);',
    },
  ],
  fails: {
    'tagList can be changed alone': 'Expected the article with another tagList, and all else as it was',
    'tags can be removed': 'Expected "tagList" to be []',
    'a tag that no article has any more disappears': 'Expected no tag',
  },
} satisfies Mistake;
