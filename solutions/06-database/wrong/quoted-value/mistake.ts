import type { Mistake } from '#check';

export default {
  summary: 'A value has quotes around it, as if it were part of the statement.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `\${title}, \${content}, \${false}`,
      replace: `'\${title}', \${content}, \${false}`,
    },
  ],
  fails: {
    'a new post becomes a row of the table, whatever its title': `A \${…} inside quotes or a comment is not a value`,
    'a post that does not exist is 404': `A \${…} inside quotes or a comment is not a value`,
    'GET returns what POST returned': `A \${…} inside quotes or a comment is not a value`,
    'PUT responds with the changed post': `A \${…} inside quotes or a comment is not a value`,
    'DELETE of a post that does not exist is 204': `A \${…} inside quotes or a comment is not a value`,
    'GET /posts lists the published posts, and nothing else': `A \${…} inside quotes or a comment is not a value`,
    'PUT without published removes a post from the list': `A \${…} inside quotes or a comment is not a value`,
    'GET /admin/drafts lists the drafts, and nothing else': `A \${…} inside quotes or a comment is not a value`,
    'both lists start with the newest post': `A \${…} inside quotes or a comment is not a value`,
    'GET /posts/:id returns a post, published or not': `A \${…} inside quotes or a comment is not a value`,
  },
} satisfies Mistake;
