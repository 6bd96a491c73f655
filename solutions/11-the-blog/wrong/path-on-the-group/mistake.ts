import type { Mistake } from '#check';

export default {
  summary: 'The group has a path that its children have, too.',
  edits: [{ file: 'posts/posts.controller.ts', find: "path: '',", replace: "path: '/posts'," }],
  fails: {
    'the routes that write are children of one group': 'Use an empty path for the group',
    'the attack "vandal" is blocked': '',
    'every user may change and delete every post': 'Use an empty path for the group',
    'GET /posts/:id has the author, published or not': 'a route matches the path, but only for GET. Compare its',
    'the responses of POST and PUT have no author': 'a route matches the path, but only for GET. Compare its',
    'GET /posts has every published post with its author, and no draft':
      'a route matches the path, but only for GET. Compare its',
    'PUT of a post that does not exist is 500 "record not found"':
      'a route matches the path, but only for GET. Compare its',
    'POST for a user who does not exist is 500 with the message of the database':
      'a route matches the path, but only for GET. Compare its',
    'DELETE of a post that does not exist is 204': 'a route matches the path, but only for GET. Compare its',
    'GET /my-posts is in the group that lists BearerAuth': 'is not in the group that lists BearerAuth',
    'GET /my-posts has all posts of the user, newest first, and no others':
      'a route matches the path, but only for GET. Compare its',
    'GET /my-posts of a user without posts is an empty array':
      'a route matches the path, but only for GET. Compare its',
  },
} satisfies Mistake;
