import type { Mistake } from '#check';

export default {
  summary: 'The module keeps the service to itself.',
  edits: [{ file: 'posts/posts.module.ts', find: '  exports: [PostsService],\n', replace: '' }],
  fails: {
    'GET /posts lists the newest post first':
      'AdminModule → AdminController.posts → PostsService: declared in PostsModule, which does not export it. Add PostsService to PostsModule.exports.',
    'posts are made, shown, changed and deleted as before':
      'AdminModule → AdminController.posts → PostsService: declared in PostsModule, which does not export it. Add PostsService to PostsModule.exports.',
    'a post that does not exist is 404 to GET and 500 to PUT, as before':
      'AdminModule → AdminController.posts → PostsService: declared in PostsModule, which does not export it. Add PostsService to PostsModule.exports.',
    'POST /posts writes a line with the id to the log':
      'AdminModule → AdminController.posts → PostsService: declared in PostsModule, which does not export it. Add PostsService to PostsModule.exports.',
    'the blog starts with a first post':
      'AdminModule → AdminController.posts → PostsService: declared in PostsModule, which does not export it. Add PostsService to PostsModule.exports.',
    'GET /admin/drafts shows what POST /posts has made':
      'AdminModule → AdminController.posts → PostsService: declared in PostsModule, which does not export it. Add PostsService to PostsModule.exports.',
    'DELETE /admin/drafts throws the drafts away, and only them':
      'AdminModule → AdminController.posts → PostsService: declared in PostsModule, which does not export it. Add PostsService to PostsModule.exports.',
  },
} satisfies Mistake;
