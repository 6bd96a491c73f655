import type { Mistake } from '#check';

export default {
  summary: 'Articles in lists have their bodies.',
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: 'articles: articles.map(withoutBody)',
      replace: 'articles: (void withoutBody, articles)',
    },
  ],
  fails: {
    'a list has articles and their number': 'Expected a listed article without "body"',
    'the feed has the articles of all followed users, and no others': 'Expected a listed article without "body"',
  },
} satisfies Mistake;
