import type { Mistake } from '#check';

export default {
  summary: 'The table is created at every start, and the second start fails.',
  edits: [{ file: 'posts/posts.service.ts', find: 'create table if not exists posts', replace: 'create table posts' }],
  fails: {
    'a second start keeps the table and its rows': 'table posts already exists',
    'GET /posts/:id reads the table': 'table posts already exists',
    'PUT changes the row, and survives a restart': 'PostsService.onStart() failed: table posts already exists',
    'DELETE removes the row, and can be repeated': 'PostsService.onStart() failed: table posts already exists',
    'DELETE /admin/drafts removes the drafts, and nothing else':
      'PostsService.onStart() failed: table posts already exists',
  },
} satisfies Mistake;
