import type { Mistake } from '#check';

export default {
  summary: 'The group has a path that its children have, too.',
  edits: [{ file: 'posts/posts.controller.ts', find: "path: '',", replace: "path: '/posts'," }],
  fails: {
    'the routes that write are children of one group': 'Use an empty path for the group',
    'every write without a valid token is 401, and changes nothing': 'Use an empty path for the group',
    'every user may change and delete every post': 'Use an empty path for the group',
    'GET /posts/:id has the author, published or not': 'Use an empty path for the group',
    'find sends one query': 'Use an empty path for the group',
    'the responses of POST and PUT have no author': 'Use an empty path for the group',
    'GET /posts has every published post with its author, and no draft': 'Use an empty path for the group',
    'list sends one query, however many posts there are': 'Use an empty path for the group',
    'GET /posts starts with the newest post': 'Use an empty path for the group',
    'GET /my-posts has all posts of the user, newest first, and no others': 'Use an empty path for the group',
    'GET /my-posts of a user without posts is an empty array': 'Use an empty path for the group',
    'byAuthor lets the database filter and sort': 'Use an empty path for the group',
    'an invalid body is still 400': 'Use an empty path for the group',
    'GET /my-posts without a valid token is 401': 'got 404',
    'GET /my-posts while another user is writing does not change the author': 'got 404',
    'PUT of a post that does not exist is 500 "record not found"': 'got 404',
    'POST for a user who does not exist is 500 with the message of the database': 'got 404',
    'every error of the database on create, update and delete reaches the client': 'got 404',
    'DELETE of a post that does not exist is 204': 'got 404',
    'the life of a post, from the registration to the delete': 'got 404',
  },
} satisfies Mistake;
