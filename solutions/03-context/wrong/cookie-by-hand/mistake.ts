import type { Mistake } from '#check';

export default {
  summary: 'The Set-Cookie header is written by hand, and the value is not encoded.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "ctx.setCookie('reader', ctx.param('name'));",
      replace: "ctx.response.setHeader('Set-Cookie', `reader=${ctx.param('name')}; Path=/; HttpOnly; SameSite=Lax`);",
    },
  ],
  fails: {
    'a cookie set by one request is read by the next': 'A semicolon ends a cookie value',
  },
} satisfies Mistake;
