import type { Mistake } from '#check';

export default {
  summary: 'The Set-Cookie header is written by hand, encoded, but without a path.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "ctx.setCookie('reader', ctx.param('name'))",
      replace: "ctx.response.setHeader('Set-Cookie', `reader=${encodeURIComponent(ctx.param('name'))}; HttpOnly`)",
    },
  ],
  fails: {
    'PUT /reader/:name sets the cookie': 'the cookie was set without Path=/',
  },
} satisfies Mistake;
