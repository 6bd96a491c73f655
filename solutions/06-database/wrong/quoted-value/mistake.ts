import type { Mistake } from '#check';

export default {
  summary: 'There are quotes around a value, as if it were text of the statement.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `values (\${post.id}, \${title}, \${content}`,
      replace: `values (\${post.id}, '\${title}', \${content}`,
    },
  ],
  fails: {
    'a new post becomes a row of the table, whatever its text': `A \${…} inside quotes or a comment is not a value`,
    'what POST has answered is what GET answers': `A \${…} inside quotes or a comment is not a value`,
    'PUT answers with the changed post': `A \${…} inside quotes or a comment is not a value`,
    'DELETE removes this post only, and is content when there is none': `A \${…} inside quotes or a comment is not a value`,
    'DELETE /admin/drafts removes the drafts and keeps what is published': `A \${…} inside quotes or a comment is not a value`,
    'GET /posts lists what is published, and nothing else': `A \${…} inside quotes or a comment is not a value`,
    'PUT without published takes a post out of the list again': `A \${…} inside quotes or a comment is not a value`,
    'GET /admin/drafts lists what is not published, and nothing else': `A \${…} inside quotes or a comment is not a value`,
    'both lists begin with the newest post': `A \${…} inside quotes or a comment is not a value`,
    'GET /posts/:id shows a post, published or not': `A \${…} inside quotes or a comment is not a value`,
  },
} satisfies Mistake;
