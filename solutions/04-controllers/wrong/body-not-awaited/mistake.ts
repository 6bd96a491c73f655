import type { Mistake } from '#check';

export default {
  summary: 'The promise of the body is made to text, and "[object Promise]" is no JSON.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'const { title, content } = JSON.parse(String(await ctx.request.body()));',
      replace: 'const { title, content } = JSON.parse(String(ctx.request.body()));',
    },
  ],
  fails: {
    'POST /posts answers 201 with the new post': 'got 500',
    'POST /posts takes nothing but title and content from the body': 'got 500',
    'GET /posts lists what was posted': 'got 500',
    'GET /posts/:id answers with the post': 'got 500',
    'PUT /posts/:id replaces the post': 'got 500',
    'PUT /posts/:id without published makes it a draft': 'got 500',
    'DELETE /posts/:id removes the post': 'got 500',
    'DELETE /posts/:id can be repeated': 'got 500',
    'GET /admin/drafts answers with the posts that are not published': 'got 500',
  },
} satisfies Mistake;
