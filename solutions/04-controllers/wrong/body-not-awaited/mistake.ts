import type { Mistake } from '#check';

export default {
  summary: 'The promise is parsed instead of the body.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'const { title, content } = JSON.parse(String(await ctx.request.body()));',
      replace: 'const { title, content } = JSON.parse(String(ctx.request.body()));',
    },
  ],
  fails: {
    'POST /posts responds with 201 and the new post': 'an `await` is missing before ctx.request.body()',
    'POST /posts takes only title and content from the body': '500',
    'GET /posts lists the posts that were created': '500',
    'GET /posts/:id responds with the post': '500',
    'PUT /posts/:id replaces the post': '500',
    'PUT /posts/:id without a field sets it to its default': `your code threw: Unexpected token 'o', "[object Promise]" is`,
    'DELETE /posts/:id removes the post': '500',
    'DELETE /posts/:id can be repeated': '500',
    'GET /admin/drafts responds with the posts that are not published': '500',
  },
} satisfies Mistake;
