import type { Mistake } from '#check';

export default {
  summary: 'The handler sets the header that browsers send instead of Set-Cookie.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "ctx.setCookie('reader', ctx.param('name'));",
      replace: "ctx.response.setHeader('Cookie', 'reader=' + encodeURIComponent(ctx.param('name')));",
    },
  ],
  fails: {
    'PUT /reader/:name sets the cookie': 'Cookie is the header that browsers send',
    'a cookie set by one request is read by the next': 'the Set-Cookie header is written by hand',
  },
} satisfies Mistake;
