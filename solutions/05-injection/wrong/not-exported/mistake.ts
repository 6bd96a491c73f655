import type { Mistake } from '#check';

export default {
  summary: 'PostsModule does not export the service.',
  edits: [{ file: 'posts/posts.module.ts', find: '  exports: [PostsService],\n', replace: '' }],
  fails: {
    'PostsModule declares PostsService': 'PostsService to PostsModule.exports',
    'PostsService has six methods': 'PostsService to PostsModule.exports',
    'PostsService is injected into PostsController': 'PostsService to PostsModule.exports',
    'posts are created, shown, replaced and deleted as before': 'PostsService to PostsModule.exports',
    'a post that does not exist is 404 for GET and 500 for PUT, as before': 'PostsService to PostsModule.exports',
    'every handler calls the service and waits for it': 'PostsService to PostsModule.exports',
    'Log is injected into PostsService': 'PostsService to PostsModule.exports',
    'POST /posts writes a log entry with the id': 'PostsService to PostsModule.exports',
    'the blog starts with a first post': 'PostsService to PostsModule.exports',
    'onStart creates the first post, and waits for it': 'AdminModule → AdminController.posts → PostsService: declared',
    'AdminModule imports PostsModule, which exports PostsService': 'PostsService to PostsModule.exports',
    'AdminController belongs to AdminModule and handles /admin/drafts': 'PostsService to PostsModule.exports',
    'GET /admin/drafts lists the drafts that POST /posts created': 'PostsService to PostsModule.exports',
    'DELETE /admin/drafts deletes the drafts and nothing else': 'PostsService to PostsModule.exports',
    'DELETE /admin/drafts calls discardDrafts and waits for it': 'PostsService to PostsModule.exports',
  },
} satisfies Mistake;
