import type { Mistake } from '#check';

export default {
  summary: 'Lists begin with the oldest article.',
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: 'order by articles.id desc',
      replace: 'order by articles.id',
    },
  ],
  fails: {
    'an article in a list is the article itself, without its body': 'Expected "slug" to be "',
    'a list begins with the newest': 'Expected the articles',
    'the order is that of creation, even within a millisecond': 'Expected the articles',
  },
} satisfies Mistake;
