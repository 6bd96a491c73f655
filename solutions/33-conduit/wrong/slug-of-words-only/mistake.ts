import type { Mistake } from '#check';

export default {
  summary: 'Articles with the same title have the same slug.',
  edits: [
    {
      file: 'articles/slug.ts',
      find: '[...(words ?? []), id.slice(-12)]',
      replace: '[...(words ?? [])]',
    },
  ],
  fails: {
    'a title with only characters that can’t appear in a slug has a slug':
      'Expected a slug of a to z, digits, and single hyphens between them',
    'an article called Feed can be read': 'Expected the article, and not the feed',
  },
} satisfies Mistake;
