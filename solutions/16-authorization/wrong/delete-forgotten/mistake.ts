import type { Mistake } from '#check';

export default {
  summary: 'The author is compared before a change, but not before a deletion.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `delete from posts where id = \${id} and (author_id = \${caller.id} or \${caller.role === 'admin'})`,
      replace: `delete from posts where id = \${id}`,
    },
  ],
  fails: {
    'nobody can change or delete the posts of others': 'succeeded',
    'a post that does not exist is a 404, and so is one that belongs to somebody else': 'Expected status 404',
    'no other role can': 'only the role admin',
  },
} satisfies Mistake;
