import type { Mistake } from '#check';

export default {
  summary: "The feed contains the caller's own articles.",
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: 'const isFollowed = sql`articles.author_id in (select followed_id from follows where follower_id = ${viewer})`',
      replace:
        'const isFollowed = sql`(articles.author_id = ${viewer} or articles.author_id in (select followed_id from follows where follower_id = ${viewer}))`',
    },
  ],
  fails: {
    'the feed of somebody who follows nobody is empty': 'Expected the articles (none); got',
    'the feed has the articles of all followed users, and no others': 'Expected the articles',
  },
} satisfies Mistake;
