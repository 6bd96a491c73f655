import type { Mistake } from '#check';

export default {
  summary: 'The file imports the service, but the module does not import the other module.',
  edits: [
    { file: 'admin/admin.module.ts', find: "import { PostsModule } from '../posts/posts.module.ts';\n", replace: '' },
    { file: 'admin/admin.module.ts', find: '  imports: [PostsModule],\n', replace: '' },
  ],
  fails: {
    'PostsModule declares PostsService': 'PostsModule to AdminModule.imports',
    'PostsService has six methods': 'PostsModule to AdminModule.imports',
    'PostsService is injected into PostsController': 'PostsModule to AdminModule.imports',
    'posts are created, shown, replaced and deleted as before': 'PostsModule to AdminModule.imports',
    'a post that does not exist is 404 for GET and 500 for PUT, as before': 'PostsModule to AdminModule.imports',
    'every handler calls the service and waits for it': 'PostsModule to AdminModule.imports',
    'Log is injected into PostsService': 'PostsModule to AdminModule.imports',
    'POST /posts writes a log entry with the id': 'PostsModule to AdminModule.imports',
    'the blog starts with a first post': 'PostsModule to AdminModule.imports',
    'onStart creates the first post, and waits for it': 'AdminModule → AdminController.posts → PostsService: declared',
    'AdminModule imports PostsModule, which exports PostsService': 'PostsModule to AdminModule.imports',
    'AdminController belongs to AdminModule and handles /admin/drafts': 'PostsModule to AdminModule.imports',
    'GET /admin/drafts lists the drafts that POST /posts created': 'PostsModule to AdminModule.imports',
    'DELETE /admin/drafts deletes the drafts and nothing else': 'PostsModule to AdminModule.imports',
    'DELETE /admin/drafts calls discardDrafts and waits for it': 'PostsModule to AdminModule.imports',
  },
} satisfies Mistake;
