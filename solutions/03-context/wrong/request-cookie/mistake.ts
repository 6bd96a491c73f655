import type { Mistake } from '#check';

export default {
  summary: 'The handler sets the header that browsers send, and not the one that they obey.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "ctx.setCookie('reader', ctx.param('name'));",
      replace: "ctx.response.setHeader('Cookie', 'reader=' + ctx.param('name'));",
    },
  ],
  fails: {
    'PUT /reader/:name sets the cookie': 'The header Set-Cookie is missing',
    'what one request sets, the next one reads': 'the cookie has to hold the name',
  },
} satisfies Mistake;
