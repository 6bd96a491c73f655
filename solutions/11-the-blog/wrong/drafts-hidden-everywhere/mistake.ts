import type { Mistake } from '#check';

export default {
  summary: 'The filter of the list stands in find, too.',
  edits: [
    { file: 'posts/posts.service.ts', find: 'where posts.id = ', replace: 'where posts.published and posts.id = ' },
  ],
  fails: {
    'everything that writes is refused without a token, and changes nothing': '404',
    'everybody may read, without a token': '404',
    'GET /posts/:id has the author, published or not': 'only the list hides drafts',
    'a body that does not fit is still 400': '404',
    'the whole tour, from the registration to the last delete': '404',
  },
} satisfies Mistake;
