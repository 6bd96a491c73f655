import type { Mistake } from '#check';

export default {
  summary: 'The file imports the service, but the module does not import the other module.',
  edits: [
    { file: 'admin/admin.module.ts', find: "import { PostsModule } from '../posts/posts.module.ts';\n", replace: '' },
    { file: 'admin/admin.module.ts', find: '  imports: [PostsModule],\n', replace: '' },
  ],
  fails: {
    'GET /posts lists the newest post first': 'Add PostsModule to AdminModule.imports.',
    'posts are made, shown, changed and deleted as before': 'Add PostsModule to AdminModule.imports.',
    'a post that does not exist is 404 to GET and 500 to PUT, as before': 'Add PostsModule to AdminModule.imports.',
    'POST /posts writes a line with the id to the log': 'Add PostsModule to AdminModule.imports.',
    'the blog starts with a first post': 'Add PostsModule to AdminModule.imports.',
    'GET /admin/drafts shows what POST /posts has made': 'Add PostsModule to AdminModule.imports.',
    'DELETE /admin/drafts throws the drafts away, and only them': 'Add PostsModule to AdminModule.imports.',
  },
} satisfies Mistake;
