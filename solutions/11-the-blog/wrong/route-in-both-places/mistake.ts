import type { Mistake } from '#check';

export default {
  summary: 'The route was copied into the group, and still stands outside.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "      {\n        path: '',",
      replace: "      { method: 'DELETE', path: '/posts/:id', handler: this.delete },\n      {\n        path: '',",
    },
  ],
  fails: {
    'everything that writes is refused without a token, and changes nothing': 'match the same requests',
    'whoever has a token may change and delete any post': 'match the same requests',
    'everybody may read, without a token': 'match the same requests',
    'GET /posts has every published post, with its author, and no draft': 'match the same requests',
    'GET /posts/:id has the author, published or not': 'match the same requests',
    'the answers of POST and PUT have no author in them': 'match the same requests',
    'GET /posts begins with the newest post': 'match the same requests',
    'GET /my-posts needs a token': 'match the same requests',
    'GET /my-posts has all of my posts, published or not, and no others': 'match the same requests',
    'GET /my-posts of somebody without posts is an empty list': 'match the same requests',
    'PUT of a post that does not exist is 500 with the words "record not found"': 'match the same requests',
    'POST for a user who does not exist is 500 with the words of the store': 'match the same requests',
    'whatever the store says on create, update and delete, the client hears': 'match the same requests',
    'DELETE of a post that does not exist is 204': 'match the same requests',
    'a body that does not fit is still 400': 'match the same requests',
    'there is nothing under /admin, and only register and login under /auth': 'match the same requests',
    'register and login keep to the contract': 'match the same requests',
    'the whole tour, from the registration to the last delete': 'match the same requests',
  },
} satisfies Mistake;
