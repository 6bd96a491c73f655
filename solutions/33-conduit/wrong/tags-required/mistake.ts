import type { Mistake } from '#check';

export default {
  summary: 'An article without tags is refused.',
  edits: [
    {
      file: 'articles/article.dto.ts',
      find: 'tagList: tagList.default([])',
      replace: 'tagList',
    },
  ],
  fails: {
    'all invalid fields are named': 'Expected errors under "body", "description", "title", got "body", "des',
    'a token survives a new username and email': 'Expected status 201, got 422',
    'an article without tags has an empty list of them': 'Expected status 201, got 422',
  },
} satisfies Mistake;
