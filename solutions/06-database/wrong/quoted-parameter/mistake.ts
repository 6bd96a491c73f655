import type { Mistake } from '#check';

export default {
  summary: 'There are quotes around a value, as if it were text of the statement.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'values (${post.id}, ${title}, ${content}',
      replace: "values (${post.id}, '${title}', ${content}",
    },
  ],
  fails: {
    'a new post becomes a row of the table, whatever its text': 'A ${…} inside quotes or a comment is not a value',
    'changes and removals reach the table': 'TODO',
    'what POST has answered is what GET answers': 'T',
    'PUT answers with the changed post': 'T',
    'DELETE removes this post only, and is content when there is none': 'T',
    'DELETE /admin/drafts removes the drafts and keeps what is published': 'T',
    'GET /posts lists what is published, and nothing else': 'T',
    'PUT without published takes a post out of the list again': 'T',
    'GET /admin/drafts lists what is not published, and nothing else': 'T',
    'both lists begin with the newest post': 'T',
    'GET /posts/:id shows a post, published or not': 'T',
  },
} satisfies Mistake;
