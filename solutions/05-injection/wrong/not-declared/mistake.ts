import type { Mistake } from '#check';

export default {
  summary: 'No module declares the service that the controller needs.',
  edits: [
    { file: 'posts/posts.module.ts', find: '  exports: [PostsService],\n', replace: '' },
    {
      file: 'posts/posts.module.ts',
      find: 'declarations: [PostsController, PostsService]',
      replace: 'declarations: [PostsController]',
    },
  ],
  fails: {
    'PostsModule declares PostsService': 'PostsService to PostsModule.declarations',
    'PostsService has six methods': 'PostsService to PostsModule.declarations',
    'PostsService is injected into PostsController': 'PostsService to PostsModule.declarations',
    'posts are created, shown, replaced and deleted as before': 'PostsService to PostsModule.declarations',
    'a post that does not exist is 404 for GET and 500 for PUT, as before': 'PostsService to PostsModule.declarations',
    'every handler calls the service and waits for it': 'PostsService to PostsModule.declarations',
    'Log is injected into PostsService': 'PostsService to PostsModule.declarations',
    'POST /posts writes a log entry with the id': 'PostsService to PostsModule.declarations',
    'the blog starts with a first post': 'PostsService to PostsModule.declarations',
    'onStart creates the first post, and waits for it': 'PostsModule → PostsController.posts → PostsService: no module',
    'AdminModule imports PostsModule, which exports PostsService': 'PostsService to PostsModule.declarations',
    'AdminController belongs to AdminModule and handles /admin/drafts': 'PostsService to PostsModule.declarations',
    'GET /admin/drafts lists the drafts that POST /posts created': 'PostsService to PostsModule.declarations',
    'DELETE /admin/drafts deletes the drafts and nothing else': 'PostsService to PostsModule.declarations',
    'DELETE /admin/drafts calls discardDrafts and waits for it': 'PostsService to PostsModule.declarations',
  },
} satisfies Mistake;
