import type { Mistake } from '#check';

export default {
  summary: 'resource is called, but its result is not in the array, and the route is written by hand.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: `return [
      ...resource('/posts', this),`,
      replace: `resource('/posts', this);
    return [
      { method: 'GET', path: '/posts', handler: this.index },`,
    },
  ],
  fails: {
    'the route belongs to the handler index': 'resource(…) is called in a line of its own',
    'POST /posts responds with 201 and the new post': 'routes() does not return what resource',
    'POST /posts takes only title and content from the body': 'a route matches the path, but only for GET',
    'GET /posts lists the posts that were created': 'a route matches the path, but only for GET',
  },
} satisfies Mistake;
