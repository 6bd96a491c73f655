import type { Mistake } from '#check';

export default {
  summary: 'The service is asked for, and no module declares it.',
  edits: [
    { file: 'posts/posts.module.ts', find: '  exports: [PostsService],\n', replace: '' },
    {
      file: 'posts/posts.module.ts',
      find: 'declarations: [PostsController, PostsService]',
      replace: 'declarations: [PostsController]',
    },
  ],
  fails: {
    'GET /posts lists the newest post first': 'Add PostsService to PostsModule.declarations',
    'posts are made, shown, changed and deleted as before': 'Add PostsService to PostsModule.declarations',
    'a post that does not exist is 404 to GET and 500 to PUT, as before':
      'Add PostsService to PostsModule.declarations',
    'POST /posts writes a line with the id to the log': 'Add PostsService to PostsModule.declarations',
    'the blog starts with a first post': 'Add PostsService to PostsModule.declarations',
    'GET /admin/drafts shows what POST /posts has made': 'Add PostsService to PostsModule.declarations',
    'DELETE /admin/drafts throws the drafts away, and only them': 'Add PostsService to PostsModule.declarations',
  },
} satisfies Mistake;
