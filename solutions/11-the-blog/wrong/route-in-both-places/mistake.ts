import type { Mistake } from '#check';

export default {
  summary: 'The route was copied into the group, and not moved.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "      {\n        path: '',",
      replace: "      { method: 'DELETE', path: '/posts/:id', handler: this.delete },\n      {\n        path: '',",
    },
  ],
  fails: {
    'the routes that write are children of one group': 'match the same requests',
    'every write without a valid token is 401, and changes nothing': 'match the same requests',
    'every user may change and delete every post': 'match the same requests',
    'reading needs no token': 'match the same requests',
    'GET /posts/:id has the author, published or not': 'match the same requests',
    'find sends one query': 'match the same requests',
    'the responses of POST and PUT have no author': 'match the same requests',
    'GET /posts has every published post with its author, and no draft': 'match the same requests',
    'list sends one query, however many posts there are': 'match the same requests',
    'GET /posts starts with the newest post': 'match the same requests',
    'GET /my-posts without a valid token is 401': 'match the same requests',
    'GET /my-posts has all posts of the user, newest first, and no others': 'match the same requests',
    'GET /my-posts of a user without posts is an empty array': 'match the same requests',
    'byAuthor lets the database filter and sort': 'match the same requests',
    'GET /my-posts while another user is writing does not change the author': 'match the same requests',
    'PUT of a post that does not exist is 500 "record not found"': 'match the same requests',
    'POST for a user who does not exist is 500 with the message of the database': 'match the same requests',
    'every error of the database on create, update and delete reaches the client': 'match the same requests',
    'DELETE of a post that does not exist is 204': 'match the same requests',
    'an invalid body is still 400': 'match the same requests',
    'there are no other routes': 'match the same requests',
    'register and login follow the contract': 'match the same requests',
    'the life of a post, from the registration to the delete': 'match the same requests',
  },
} satisfies Mistake;
